"""What the operator needs: metrics, housekeeping, deleting and handing out data."""
