"""Frameworks of others, each behind one thin file."""
