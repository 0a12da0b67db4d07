"""Everything that CI needs of a contract repository, in one report; and the releases that freeze versions."""
