"""Games for language models, over the Model Context Protocol: `zunft mcp`."""
