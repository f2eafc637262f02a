// Each test file begins at the same time, so that no date in a test passes.
require('./beginAt')('2026-12-01T09:00:00Z');
