"""One payload against one schema: Go or NoGo, and the explanation."""
