// A machine years from now, on which the tests must pass too (nightly).
require('./beginAt')('2040-01-05T09:00:00Z');
