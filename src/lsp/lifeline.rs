//! Ends the server when its client is gone, however that is to be noticed.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::AsyncWrite;
use tokio::sync::Notify;

use crate::disk;

/// So often it is asked whether the client still lives.
const PULSE: Duration = Duration::from_secs(3);

/// Rings when there is nobody left to talk to.
#[derive(Clone, Default)]
pub(crate) struct Lifeline {
    cut: Arc<Notify>,
}

impl Lifeline {
    /// Waits until the client is gone.
    pub(crate) async fn is_cut(&self) {
        self.cut.notified().await;
    }

    /// Watches over the process of the client.
    pub(crate) fn hold(&self, process: u32) {
        let cut = self.cut.clone();
        tokio::spawn(async move {
            while disk::is_alive(process) {
                tokio::time::sleep(PULSE).await;
            }
            cut.notify_one();
        });
    }

    /// An output that tells when nobody reads it any more.
    pub(crate) fn output<W>(&self, inner: W) -> Output<W> {
        Output { inner, cut: self.cut.clone() }
    }
}

/// An output with an ear for broken pipes.
pub(crate) struct Output<W> {
    inner: W,
    cut: Arc<Notify>,
}

impl<W> Output<W> {
    fn heard<T>(&self, poll: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if matches!(&poll, Poll::Ready(Err(_))) {
            self.cut.notify_one();
        }
        poll
    }
}

impl<W: AsyncWrite + Unpin> AsyncWrite for Output<W> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.heard(poll)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.inner).poll_flush(context);
        self.heard(poll)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.inner).poll_shutdown(context);
        self.heard(poll)
    }
}
