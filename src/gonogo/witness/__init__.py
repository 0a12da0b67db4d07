"""Payloads from schemas: valid ones, boundary ones, wrong ones, and ones that tell two schemas apart."""
