//! `/admin/account`: one's own password, second factor and sessions.
use super::login::{acquire, find};
use super::{field, too_many, unstored};
use crate::auth::client::ClientAddress;
use crate::auth::guard::{EditorForm, SignedIn};
use crate::auth::{self, password, second_factor};
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::editors::Stored;
use crate::store::people::{self, OwnFactor};
use crate::store::second_factor::codes_left;
use app::pages::admin::account::{Account, Part, Said, Setup, page as account_page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::people::{Field, Flaw, check_password};
use std::net::IpAddr;
use std::time::Instant;
use tower_sessions::Session;

/// Where the session keeps a secret that no code has proved yet.
const NEW_SECRET: &str = "new_secret";

/// What the handlers of one form share.
struct Own<'a> {
    state: &'a AppState,
    request: &'a Request,
    session: &'a Session,
    address: IpAddr,
    editor: Stored,
    form: &'a EditorForm,
}

/// The page, with the set-up of a second factor where one was begun.
pub async fn get(
    signed_in: SignedIn,
    State(state): State<AppState>,
    session: Session,
    request: Request,
) -> Response {
    let done = async {
        let editor = find(&state, &signed_in.editor.name).await?;
        let editor = editor.ok_or(ServerError::NotFound)?;
        let view = view(&state, &request, &session, &editor, signed_in.csrf).await?;
        let said = if request.frame.param("joined").is_some() {
            Some(Said::Joined)
        } else {
            request.frame.param("said").and_then(Said::from_word)
        };
        Ok(show(&request, StatusCode::OK, &Account { said, ..view }))
    };
    done.await
        .unwrap_or_else(|error: ServerError| error.page(&request))
}

/// Changes the password, sets up or ends the second factor, ends all sessions.
pub async fn post(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    session: Session,
    request: Request,
    form: EditorForm,
) -> Response {
    let done = async {
        let editor = find(&state, &form.signed_in.editor.name).await?;
        let own = Own {
            state: &state,
            request: &request,
            session: &session,
            address,
            editor: editor.ok_or(ServerError::NotFound)?,
            form: &form,
        };
        match field(&form.pairs, "action") {
            "password" => own.change_password().await,
            "everywhere" => own.sign_out_everywhere().await,
            "set_up" => own.set_up().await,
            "cancel" => own.cancel().await,
            "turn_on" => own.turn_on().await,
            "turn_off" => own.turn_off().await,
            "new_codes" => own.new_codes().await,
            _ => Err(ServerError::NotFound),
        }
    };
    done.await.unwrap_or_else(|error| error.page(&request))
}

impl Own<'_> {
    /// Checks the password of the form's field `old`; the answer when it is not right, or not to be asked now.
    async fn refused(&self, part: Part) -> Result<Option<Response>, ServerError> {
        let (name, typed) = (&self.editor.name, field(&self.form.pairs, "old"));
        if typed.is_empty() {
            let flaws = vec![(Field::OldPassword, Flaw::Missing)];
            return self.rejected(part, flaws).await.map(Some);
        }
        let passwords = &self.state.passwords;
        if let Err(wait) = passwords.begin(self.address, name, Instant::now()) {
            return Ok(Some(too_many(self.request, wait)));
        }
        let hash = Some(self.editor.password_hash.clone());
        if password::verify(typed.to_owned(), hash).await {
            passwords.succeeded(self.address, name);
            return Ok(None);
        }
        let flaws = vec![(Field::OldPassword, Flaw::Wrong)];
        self.rejected(part, flaws).await.map(Some)
    }

    async fn change_password(&self) -> Result<Response, ServerError> {
        let pairs = &self.form.pairs;
        let (name, new) = (&self.editor.name, field(pairs, "password"));
        let mut flaws = check_password(name, new, field(pairs, "again"));
        if field(pairs, "old").is_empty() {
            flaws.push((Field::OldPassword, Flaw::Missing));
        }
        if !flaws.is_empty() {
            return self.rejected(Part::Password, flaws).await;
        }
        if let Some(refused) = self.refused(Part::Password).await? {
            return Ok(refused);
        }
        let hash = password::hash_in_turn(new.to_owned()).await;
        let hash = hash.map_err(|error| ServerError::Internal(error.to_string()))?;
        people::change_password(&self.state.pool, name, &hash, self.state.config.now()).await?;
        tracing::info!(editor = %name, "changed their password");
        self.renew().await?;
        Ok(self.back(Said::PasswordChanged))
    }

    async fn sign_out_everywhere(&self) -> Result<Response, ServerError> {
        let (name, now) = (&self.editor.name, self.state.config.now());
        people::sign_out_everywhere(&self.state.pool, name, now).await?;
        self.session.flush().await.map_err(internal)?;
        tracing::info!(editor = %name, "signed out everywhere");
        let link = self.request.frame.link("/login?signed_out=1");
        Ok(Redirect::to(&link).into_response())
    }

    /// Makes a secret; it is the session's alone until a code proves that an app has it.
    async fn set_up(&self) -> Result<Response, ServerError> {
        if self.editor.totp_secret.is_some() {
            return Ok(self.back(Said::AsBefore));
        }
        if let Some(refused) = self.refused(Part::SetUp).await? {
            return Ok(refused);
        }
        let secret = second_factor::new_secret();
        self.session
            .insert(NEW_SECRET, secret)
            .await
            .map_err(internal)?;
        let link = self.request.frame.link("/admin/account#second-factor");
        Ok(Redirect::to(&link).into_response())
    }

    async fn cancel(&self) -> Result<Response, ServerError> {
        let dropped = self.session.remove::<String>(NEW_SECRET).await;
        dropped.map_err(internal)?;
        Ok(self.back(Said::AsBefore))
    }

    /// A right code turns the second factor on; the recovery codes are shown this once.
    async fn turn_on(&self) -> Result<Response, ServerError> {
        let secret = self.session.get::<String>(NEW_SECRET).await;
        let Some(secret) = secret.map_err(internal)? else {
            return Ok(self.back(Said::AsBefore));
        };
        let (name, now) = (&self.editor.name, self.state.config.now());
        let typed = field(&self.form.pairs, "code");
        if typed.trim().is_empty() {
            let flaws = vec![(Field::Code, Flaw::Missing)];
            return self.rejected(Part::TurnOn, flaws).await;
        }
        let codes = &self.state.codes;
        if let Err(wait) = codes.begin(self.address, name, Instant::now()) {
            return Ok(too_many(self.request, wait));
        }
        let Some(step) = second_factor::step_of(&secret, typed, now) else {
            let flaws = vec![(Field::Code, Flaw::Wrong)];
            return self.rejected(Part::TurnOn, flaws).await;
        };
        codes.succeeded(self.address, name);
        let made = second_factor::new_codes();
        let hashes: Vec<String> = made
            .iter()
            .map(|code| second_factor::code_hash(code))
            .collect();
        let on = OwnFactor::On(&secret, step, &hashes);
        people::change_second_factor(&self.state.pool, name, on, now).await?;
        tracing::info!(editor = %name, "turned their second factor on");
        self.renew().await?;
        self.codes_once(made, Said::TurnedOn).await
    }

    async fn turn_off(&self) -> Result<Response, ServerError> {
        if let Some(refused) = self.refused(Part::TurnOff).await? {
            return Ok(refused);
        }
        let (name, now) = (&self.editor.name, self.state.config.now());
        people::change_second_factor(&self.state.pool, name, OwnFactor::Off, now).await?;
        tracing::info!(editor = %name, "turned their second factor off");
        self.renew().await?;
        Ok(self.back(Said::TurnedOff))
    }

    async fn new_codes(&self) -> Result<Response, ServerError> {
        if self.editor.totp_secret.is_none() {
            return Ok(self.back(Said::AsBefore));
        }
        if let Some(refused) = self.refused(Part::TurnOff).await? {
            return Ok(refused);
        }
        let (name, now) = (&self.editor.name, self.state.config.now());
        let made = second_factor::new_codes();
        let hashes: Vec<String> = made
            .iter()
            .map(|code| second_factor::code_hash(code))
            .collect();
        let new = OwnFactor::NewCodes(&hashes);
        people::change_second_factor(&self.state.pool, name, new, now).await?;
        self.codes_once(made, Said::NewCodes).await
    }

    /// Signs in anew after a change that ended all sessions: this one goes on, under another number.
    async fn renew(&self) -> Result<(), ServerError> {
        let editor = find(self.state, &self.editor.name).await?;
        let editor = editor.ok_or(ServerError::NotFound)?;
        let renewed = auth::sign_in(self.state, self.session, &editor).await;
        renewed.map_err(|error| ServerError::Internal(error.to_string()))
    }

    /// The page with codes that are never shown again. The session's token may be new.
    async fn codes_once(&self, codes: Vec<String>, said: Said) -> Result<Response, ServerError> {
        let editor = find(self.state, &self.editor.name).await?;
        let editor = editor.ok_or(ServerError::NotFound)?;
        let csrf = self.session.get::<String>("csrf").await.map_err(internal)?;
        let csrf = csrf.unwrap_or_default();
        let view = view(self.state, self.request, self.session, &editor, csrf).await?;
        let view = Account {
            codes,
            said: Some(said),
            ..view
        };
        Ok(show(self.request, StatusCode::OK, &view))
    }

    async fn rejected(
        &self,
        part: Part,
        flaws: Vec<(Field, Flaw)>,
    ) -> Result<Response, ServerError> {
        let csrf = self.form.signed_in.csrf.clone();
        let view = view(self.state, self.request, self.session, &self.editor, csrf).await?;
        let view = Account {
            flaws: Some((part, flaws)),
            ..view
        };
        Ok(show(self.request, StatusCode::UNPROCESSABLE_ENTITY, &view))
    }

    fn back(&self, said: Said) -> Response {
        let path = format!("/admin/account?said={}", said.word());
        Redirect::to(&self.request.frame.link(&path)).into_response()
    }
}

fn internal(error: tower_sessions::session::Error) -> ServerError {
    ServerError::Internal(error.to_string())
}

async fn view(
    state: &AppState,
    request: &Request,
    session: &Session,
    editor: &Stored,
    csrf: String,
) -> Result<Account, ServerError> {
    let secret = session.get::<String>(NEW_SECRET).await.map_err(internal)?;
    let secret = secret.filter(|_| editor.totp_secret.is_none());
    let setup = secret.and_then(|secret| {
        let drawing = second_factor::draw(&second_factor::address(&secret, &editor.name))?;
        Some(Setup {
            secret,
            side: drawing.side,
            path: drawing.path,
        })
    });
    let mut connection = acquire(state).await?;
    Ok(Account {
        frame: request.frame.clone(),
        csrf,
        name: editor.name.clone(),
        role: editor.role,
        has_second_factor: editor.totp_secret.is_some(),
        codes_left: codes_left(&mut connection, &editor.name).await?,
        setup,
        codes: Vec::new(),
        flaws: None,
        said: None,
    })
}

fn show(request: &Request, status: StatusCode, view: &Account) -> Response {
    unstored(page::page(&request.frame, status, || account_page(view)))
}
