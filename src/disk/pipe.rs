//! A pipe as it is: what is written leaves at once and whole, without a buffer that waits for the end of a line.

use std::fs::File;
use std::io::{self, Write};

/// The other side of a handle such as standard output, without its buffer.
#[cfg(unix)]
pub fn unbuffered(handle: &impl std::os::fd::AsFd) -> io::Result<Box<dyn Write + Send>> {
    Ok(Box::new(File::from(handle.as_fd().try_clone_to_owned()?)))
}

/// The other side of a handle such as standard output, without its buffer.
#[cfg(windows)]
pub fn unbuffered(handle: &impl std::os::windows::io::AsHandle) -> io::Result<Box<dyn Write + Send>> {
    Ok(Box::new(File::from(handle.as_handle().try_clone_to_owned()?)))
}
