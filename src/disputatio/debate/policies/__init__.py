"""The named rules that a format may refer to: who is asked, in which order, who hears whom, when a loop ends.

For the walk and for the authors of formats. A policy answers one question about one moment; it records nothing."""
