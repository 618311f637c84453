//! A made-up graph to bytes and back.
