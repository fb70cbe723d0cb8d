"""The tool server: debates for other AI clients, as twelve tools over standard input and output (SPEC MCP.1).

For programs that speak the Model Context Protocol. It shows the same debates as the window and the command line, and
takes part in them through the same store; it opens no port, asks nobody anything, and writes nothing but the protocol
to standard output. Texts of debates are data here: bounded, with control characters made visible, never instructions.

tool_table     the table: name, description, arguments, result, and what kind of tool it is
arguments      what each tool takes
results        what each tool gives
debate_tools   what the tools do that make a debate go on, or steer it; consent over the wire
read_tools     what the tools do that only read a debate
agent_tools    what the tool does that says who there is: providers, participants, formats, roles
session_state  how a debate stands, and its layered result
desk           the application behind the tools, loaded when it is first needed; errors in words
server         the protocol: it begins before the application is loaded, and ends with its client
"""
