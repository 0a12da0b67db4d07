"""An OpenAPI document becomes contracts and request plans: pure, over the raw document, one operation at a time."""
