"""What a debate starts from. For every face that starts one. Nothing here runs a debate or sends anything.

configuration  one debate configuration, in TOML or JSON, the same for every face
formats        which formats there are, and what may be asked of each
roles          which roles there are, the person's own among them, and which of these seats have
casting        which model sits where when nobody chose
warnings       what a person should know before the start
contexts       what may be taken as known, loaded before the start: a project, an assignment, a repository, files
drafts         what was typed and not sent
"""
