"""What a policy is: networks over rows of features, what they need of ragged batches, and how games are encoded."""
