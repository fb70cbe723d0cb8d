"""Floor 3: the ways to reach models, one file per protocol, behind `engine.ports.Provider`.

config             what we know about each provider: address, key, the names of its environment variables
registry           providers by name: "openai:gpt-5.2" -> the one that answers
openai_compatible  OpenAI, Perplexity, Ollama, LM Studio, vLLM …, through the `openai` SDK
anthropic          Claude, through the `anthropic` SDK
gemini             Gemini, through the `google-genai` SDK
clipboard          any chat that the person already has, by copying and pasting
rehearsal          no AI at all: composes turns from the question and its context
replay             speaks a recorded debate
connection         the connection test: what was tried, whether it worked, what to do if not
chat_completions   reading chat-completion chunks: text, reasoning, tools, usage
catalogue          prices, context windows, defaults, which models reason
transport          the HTTP client under every SDK, and how much of an answer it takes
remote             what the providers across a network share: key, time limits, connection test, errors
reply              a reply while it arrives, and whether it may be called whole
faults             what went wrong, in the words of `engine.errors`

An SDK is imported by the client factory of its own module, on first use: loading all three takes two seconds and
100 MB, and the window must not wait for them. SDK exceptions end in `Remote.stream`.
"""
