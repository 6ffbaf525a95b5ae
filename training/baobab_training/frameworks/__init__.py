"""Trainers and policies of other libraries."""
