"""How long tests wait for what must happen: longer than the busiest machine takes."""

PATIENCE = 120.0
