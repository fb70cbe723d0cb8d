"""Figures anyone can reproduce: `python -m benchmarks` prints them all in one run (see README).

Times of one machine say little; read the ratios. Nothing here asserts: tests assert behaviour, benchmarks measure.
"""
