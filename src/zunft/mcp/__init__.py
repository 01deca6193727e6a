"""Games for language models by the Model Context Protocol: `zunft mcp`."""
