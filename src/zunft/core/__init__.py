"""What every game shares: states, chance, records, texts, components. Knows no game, does no drawing."""
