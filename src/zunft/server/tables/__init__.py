"""Tables: their logs, the state derived from them, and the commands of players and bots."""
