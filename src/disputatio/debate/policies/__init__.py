"""The named rules that a format may refer to: who is asked, in which order, who hears whom, when a loop ends. For
formats. A policy answers one question about one moment, and records nothing.

speakers    who speaks, and in what order
iterations  what a block is repeated for, besides seats and passes
visibility  what a seat is shown of what it can hear
figures     what a view may end with besides turns
estimates   what all answers come to, without names: the spread of figures, and the reasons in clusters
conditions  when a block is entered, and when a loop ends
programs    whether a turn brings a program, what its tests came to, and when mending it ends
answers     what participants answer, compared as values or groups
ballots     what can be voted for, who may vote for which, and what a vote decides
reviews     what reviewers give proposals, by criterion
works       which document is worked on; which documents and changes are to be checked, and what came of it
judgements  what a judge's comparisons in both orders come to
stability   how far positions still move and differ

Policies that belong to one notion stand with it: consensus and claims in `statements`, rooms and records in
`board`. `walk.rulebook` lists all of them.
"""
