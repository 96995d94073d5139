"""All tables together: making, finding and waking them."""
