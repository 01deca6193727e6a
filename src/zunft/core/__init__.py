"""What all games share: states, chance, records, texts, components. Independent of any game; does no drawing."""
