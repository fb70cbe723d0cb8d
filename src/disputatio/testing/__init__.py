"""Fakes that ship with the application, for its own tests and for trying things out.

loopback  servers on this machine that speak the providers' protocols, faults included
"""
