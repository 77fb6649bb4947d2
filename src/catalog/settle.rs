//! Who wins a name in a host, and why.
