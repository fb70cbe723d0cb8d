"""The settings dialog: every declared setting with its field, providers and their keys, models, data.

For people, in place of the settings file. A new setting needs no line here, and a kept key is never shown again.

settings_dialog  the dialog: groups on the left, fields on the right
settings_page    a page of it: cards of rows, saved as soon as a value is entered
fields           the field that fits a setting
providers_page   the page of the providers
provider_card    one provider on it
provider_state   what there is to know of one provider and what can be done, apart from how it is shown
models_page      the model of each role
health_page      how models have done, and which may stand in
tools_page       the web search and the tool servers
token_row        the field for a token of a tool server, or of GitHub
roles_page       roles of seats: the person's own, and the built-in ones
sandbox_page     what isolates code of participants
hooks_page       the commands that check proposals
approvals_page   where debates wait for approval, and what was agreed to
data_page        where the data is, backup and restore, and what may leave the computer
about_page       versions and licences
"""
