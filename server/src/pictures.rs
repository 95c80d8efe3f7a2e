//! From SVG to PNG, with the fonts that travel in the binary; few at a time, so that a burst of previews leaves the
//! pages their processor.
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{FontResolver, Options, Tree};
use std::sync::{Arc, LazyLock};
use tokio::sync::Semaphore;

/// Pictures drawn at once.
const AT_ONCE: usize = 2;
/// Pictures drawn or waiting.
const QUEUE: usize = 10;

/// The fonts: Latin in two weights, last Chinese, which also fills in for the others; see `server/fonts/README.md`.
pub static FONTS: [&[u8]; 3] = [
    include_bytes!("../fonts/zuka-latin-regular.ttf"),
    include_bytes!("../fonts/zuka-latin-semibold.ttf"),
    include_bytes!("../fonts/zuka-hans-bold.otf"),
];

static DATABASE: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for font in FONTS {
        fonts.load_font_source(Source::Binary(Arc::new(font)));
    }
    Arc::new(fonts)
});

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// Too many are asked for at this moment.
    #[error("too many pictures are being drawn")]
    Busy,
    /// The drawing is at fault.
    #[error("{0}")]
    Broken(String),
}

/// Draws in turn.
#[derive(Debug)]
pub struct Pictures {
    queue: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

impl Default for Pictures {
    fn default() -> Self {
        Self {
            queue: Arc::new(Semaphore::new(QUEUE)),
            turns: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }
}

impl Pictures {
    /// Makes the SVG and draws it, off the threads that answer requests.
    ///
    /// Errors: [`PictureError::Busy`] at once when the queue is full.
    pub async fn png(
        &self,
        svg: impl FnOnce() -> String + Send + 'static,
    ) -> Result<Vec<u8>, PictureError> {
        let queue = self.queue.clone();
        let place = queue.try_acquire_owned().map_err(|_| PictureError::Busy)?;
        let turn = self.turns.clone().acquire_owned().await;
        let turn = turn.map_err(|_| PictureError::Busy)?;
        // A client that goes away does not stop the drawing, so the drawing itself holds its turn.
        let draw = move || {
            let _held = (place, turn);
            png(&svg())
        };
        tokio::task::spawn_blocking(draw)
            .await
            .map_err(|error| PictureError::Broken(error.to_string()))?
    }
}

/// Draws an SVG at its own size. A character that no font has is left as an empty box.
pub fn png(svg: &str) -> Result<Vec<u8>, PictureError> {
    let broken = |what: &dyn std::fmt::Display| PictureError::Broken(format!("a picture: {what}"));
    let options = Options {
        fontdb: DATABASE.clone(),
        font_resolver: FontResolver {
            select_font: FontResolver::default_font_selector(),
            // The stock one writes a warning for each Chinese character.
            select_fallback: Box::new(|_, tried, fonts| {
                let hans = fonts.faces().last()?.id;
                (!tried.contains(&hans)).then_some(hans)
            }),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|error| broken(&error))?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or_else(|| broken(&"no size"))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| broken(&error))
}

#[cfg(test)]
#[path = "pictures/tests.rs"]
mod tests;
