"""What whoever runs the server needs: metrics, housekeeping, deleting and handing out data."""
