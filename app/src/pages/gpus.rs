//! `/gpus`
