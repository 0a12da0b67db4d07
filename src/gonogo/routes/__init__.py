"""From a handoff to the agent that receives it: rules in two forms, and what is wrong with them."""
