// Every error code of the API with its HTTP status and its sentence for clients other than the web. `{name}` in a sentence
// is filled from the problem's params. Source: API-3 and PAGE-5.

/** The errors of calls: code → [HTTP status, sentence]. */
export const PROBLEMS = {
  VALIDATION_FAILED: [400, 'The request is not valid: {issues}.'],
  MALFORMED_BODY: [400, 'The request body is not valid JSON.'],
  MISSING_REQUESTED_WITH: [400, 'The header X-Requested-With: XMLHttpRequest is missing.'],
  TOKEN_INVALID: [401, 'You are not signed in. Sign in and try again.'],
  TOKEN_EXPIRED: [401, 'Your sign-in has expired. Refresh it or sign in again.'],
  SIGN_IN_FAILED: [
    401,
    'Invalid sign-in credentials. Please, make sure you are using the correct username and password.',
  ],
  PERMISSION_DENIED: [403, 'You are not allowed to do this. Ask an administrator.'],
  ACCOUNT_DISABLED: [403, 'Your account cannot be used here. Ask an administrator.'],
  LICENSE_EXPIRED: [403, 'The licence has expired. Prompts are blocked until it is renewed.'],
  SIGN_UP_DISABLED: [403, 'Sign-up is switched off. Ask an administrator for an account.'],
  CONFIGURATION_FIXED: [
    409,
    '“{key}” cannot be changed here: the configuration file or the environment sets it. Change it there and restart the server.',
  ],
  MAIL_FAILED: [502, 'The e-mail was not sent: {reason}'],
  SET_UP_DONE: [403, 'This installation is already set up. Sign in instead.'],
  SET_UP_KEY_INVALID: [
    403,
    'This set-up address is not valid. Use the address shown in the server’s terminal.',
  ],
  NOT_FOUND: [404, 'There is no such {thing}.'],
  NONE_FOUND: [404, '{message}'],
  NO_SUCH_CALL: [404, 'There is no such call: {method} {path}.'],
  METHOD_NOT_ALLOWED: [405, 'This call does not support the method {method}.'],
  CONFLICT: [409, 'Somebody else changed this in the meantime. Reload it and repeat your change.'],
  NAME_TAKEN: [
    409,
    'This e-mail address or user name already belongs to another account. Enter a different one.',
  ],
  PASSWORD_CHANGE_REQUIRED: [403, 'Change your password first. An administrator set it.'],
  WRONG_PASSWORD: [403, 'The current password is wrong. Nothing was changed.'],
  LAST_SUPERUSER: [
    405,
    'A super user cannot be deleted, and the last one cannot lose the role. Make somebody else a super user, then change this role.',
  ],
  ITEMS_UNDECIDED: [
    409,
    '{name} shares {count} chats and projects with others. Choose whether to hand them over or delete them.',
  ],
  OWNER_CANNOT_LEAVE: [403, 'The owner cannot leave. Delete it or hand it over.'],
  WOULD_CONTAIN_ITSELF: [409, 'A group cannot contain itself. Nothing was changed.'],
  PICTURE_TOO_LARGE: [413, 'Your photo is too large (over {limit} Kb): it has {size} bytes.'],
  PICTURE_REFUSED: [415, 'This file is not a JPEG or PNG image. Choose another file.'],
  BRANDING_REFUSED: [400, 'The {file} was refused: {reason}. Nothing was changed.'],
  SSO_DISABLED: [403, 'Single sign-on is switched off here. Sign in with your password.'],
  SSO_UNAVAILABLE: [
    502,
    'The identity provider cannot be reached. Try again, or sign in with your password.',
  ],
  SSO_EMAIL_UNVERIFIED: [
    401,
    'Single sign-on did not confirm your e-mail address (claim email_verified). Ask an administrator.',
  ],
  SSO_EMAIL_MISSING: [
    401,
    'Single sign-on sent no usable e-mail address (claim {claim}). Ask an administrator.',
  ],
  SSO_NO_ACCOUNT: [401, 'Single sign-on opens no account here for you. Ask an administrator.'],
  SSO_FAILED: [401, 'Sign-in through the identity provider failed: {reason}. Try again.'],
  IDEAS_UNAVAILABLE: [
    502,
    'The service for prompt ideas does not respond properly, so the change may not be saved. Try again later or ask an administrator.',
  ],
  MODEL_NOT_DEPLOYED: [409, 'The model {model} is not deployed. Choose another model.'],
  ENGINE_CANNOT: [409, 'The model server of {provider} is managed elsewhere. Do this there.'],
  PROVIDER_TAKEN: [
    409,
    'A provider of this type with this address is already connected. Edit that one or enter another address.',
  ],
  TOO_MANY_CUSTINSTS: [409, 'You can have {limit} custom instructions. Delete one you no longer use.'],
  TOO_MANY_DATASOURCES: [409, 'You can have {limit} data sources. Delete one you no longer use.'],
  TOO_MANY_NEW_MEDIA: [400, 'A request can add {limit} documents. Upload the others one by one.'],
  TOO_MANY_MEDIA: [409, 'A data source can have {limit} documents. Use a second data source for the others.'],
  TOO_MANY_TEST_QUESTIONS: [
    409,
    'A data source can have {limit} test questions. Remove one you no longer need.',
  ],
  CONFIDENTIAL_TURN: [
    409,
    'This message used confidential documents, so it is not sent to {provider}. Choose a local model, or ask a new question.',
  ],
  DATASOURCE_NOT_READY: [409, 'The data source is not ready yet. Wait until its documents are indexed.'],
  ADDRESS_NOT_ALLOWED: [
    400,
    'This server may only fetch public addresses, at ports 80 and 443. Ask an administrator to allow this host, or add the document as a file.',
  ],
  MEDIA_REFUSED: [400, 'Not added: {names}. Data sources do not take this type of file, or it is too large.'],
  RECOGNITION_LANGUAGE_MISSING: [
    400,
    'Text recognition for {languages} is not installed. An administrator can add it in the folder of the installation: {command}. The server then needs a restart.',
  ],
  RECOGNITION_MODEL_UNFIT: [
    409,
    '{model} cannot read these scans: choose a model that sees pictures and, for documents that external models must not get, a local one.',
  ],
  MEDIA_WITHOUT_ADDRESS: [400, 'The document is a file. Only addresses are fetched again.'],
  MEDIA_WITHOUT_ENCODING: [
    400,
    'This type of file says its encoding. You can choose it for text, CSV, Markdown and HTML only.',
  ],
  TOO_MANY_SITES: [409, 'A data source can have {limit} site maps and folders of pages. Remove one first.'],
  MEDIA_INCOMPLETE: [
    409,
    'Only {received} of {size} bytes of this file have arrived. Finish its upload, or remove it and add it again.',
  ],
  MEDIA_TOO_LARGE: [400, 'The document has more than {limit} bytes. Download it instead.'],
  TOO_MANY_PROMPTS: [409, 'You can save {limit} prompts. Delete one you no longer use.'],
  TOO_MANY_GOLDENSETS: [409, 'You can have {limit} golden sets. Delete one you no longer use.'],
  TOO_MANY_IDEAS: [409, 'You can create {limit} prompt ideas. Delete one you no longer use.'],
  MEDIA_LIST_STALE: [
    409,
    'Somebody else added documents that your list does not contain. Nothing was changed. Load the data source again, then repeat your change.',
  ],
  TOO_MANY_LABELS: [
    409,
    'There can be {limit} of these. Use an existing one, or ask an administrator to delete some.',
  ],
  TOO_MANY_OWN_LABELS: [
    409,
    'You have created {limit} of these. Use an existing one, or ask an administrator to delete some; unused ones are deleted after a week.',
  ],
  TOO_MANY_TOKENS: [409, 'You can have {limit} tokens. Delete one you no longer use.'],
  TOO_MANY_SHARES: [409, 'You can have {limit} share links. End one you no longer use.'],
  TOO_MANY_ANNOUNCEMENTS: [409, 'There can be {limit} announcements. Delete some that have ended.'],
  HTTP_SHARE_DISABLED: [
    403,
    'Links that open without sign-in are switched off here. Share with signed-in people, or ask an administrator.',
  ],
  SHARE_NEEDS_SIGN_IN: [401, 'This shared chat is for signed-in people. Sign in to open it.'],
  PLUGIN_NOT_ALLOWED: [
    403,
    'You have not allowed the plugin “{plugin}” this, or you took it back. Nothing was done. Its page shows what it asks for.',
  ],
  PLUGIN_REFUSED: [403, 'The plugin “{plugin}” asked for more than it was given: {asked}. Nothing was done.'],
  TOO_MANY_CHATBOTS: [409, 'You can have {limit} chatbots. Delete one you no longer use.'],
  ORIGIN_INVALID: [400, '“{origin}” is not a site. Enter an address such as https://www.example.org.'],
  ORIGIN_REFUSED: [403, 'This chatbot does not answer on this web site. Ask its owner.'],
  CHATBOT_CLOSED: [503, 'This chatbot cannot answer at the moment. Try again later.'],
  CHATBOT_CAP: [429, 'Too many questions. Try again in {seconds} seconds.'],
  CHATBOT_QUESTION_LONG: [400, 'A question can have {limit} characters. Shorten it.'],
  QUEUE_FULL: [
    429,
    '{limit} questions are already queued for {model}. Try again in {seconds} seconds or choose another model.',
  ],
  MODEL_UNAVAILABLE: [409, 'The model {model} is not available. Choose another model.'],
  STILL_ANSWERING: [409, 'This answer is still being written. Stop it first.'],
  BODY_TOO_LARGE: [413, 'The request is larger than the allowed {limit} bytes.'],
  ATTACHMENT_REFUSED: [400, 'Not allowed: {names}.'],
  ATTACHMENT_WITHOUT_TEXT: [
    409,
    'Not sent, because pages have no text and the model would not get them: {names}. Run text recognition (OCR), or send without “requiresText”.',
  ],
  RECOGNITION_UNAVAILABLE: [
    409,
    'Text in scans and pictures is not read here: text recognition is switched off or not installed. An administrator can add it with “npm ci --include=optional”.',
  ],
  IMPORT_TOO_LARGE: [
    413,
    'The import has {characters} characters; at most {limit} are allowed. Import it in several parts.',
  ],
  TAB_TOO_LARGE: [
    413,
    'The tab has more than {limit} bytes of text and cannot be copied whole. Copy it without its messages.',
  ],
  TOO_MANY_DOCUMENTS: [
    429,
    '{limit} of your files are already waiting to be read. Try again in {seconds} seconds.',
  ],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Send JSON with the content type application/json.'],
  TOO_MANY_ATTEMPTS: [429, 'Too many attempts. Try again in {seconds} seconds.'],
  TOO_MANY_STREAMS: [
    429,
    '{limit} of your answers are already being written or queued. Wait for one or stop one.',
  ],
  TOO_MUCH_AT_ONCE: [
    429,
    'You are sending too much at once. Wait for your other uploads, or try again in {seconds} seconds.',
  ],
  SERVER_BUSY: [503, 'The server is busy. Try again in {seconds} seconds.'],
  DATABASE_UNAVAILABLE: [503, 'The database is not responding. Nothing was changed. Try again in a moment.'],
  DATABASE_BUSY: [503, 'Another change is still being saved. Nothing was changed. Try again in a moment.'],
  STORAGE_FULL: [507, 'The server’s disk is full. Nothing was changed. Ask an administrator to free space.'],
  STORAGE_UNAVAILABLE: [
    503,
    'The storage for files is not responding. Nothing was changed. Try again in a moment.',
  ],
  SHUTTING_DOWN: [503, 'The server is restarting. Try again in a moment.'],
  UNEXPECTED: [500, 'Something went wrong on the server. It was logged with the request ID {requestId}.'],

  TRANSLATE_UNAVAILABLE: [
    409,
    'There is no translation server and no language model here. Ask an administrator.',
  ],
  TRANSLATE_LANGUAGE: [400, '{provider} does not translate into {target}. Choose another language.'],
  TRANSLATE_PAIR: [400, '{provider} does not translate from {source} into {target}. Choose other languages.'],
  TOO_MANY_TRANSLATIONS: [
    429,
    '{limit} of your translations are already running or queued. Try again in {seconds} seconds.',
  ],
  TRANSLATOR_UNREACHABLE: [502, '{provider} cannot be reached. Try again later or ask an administrator.'],
  TRANSLATOR_TIMEOUT: [504, '{provider} did not respond in time. Try again or translate a shorter text.'],
  TRANSLATOR_AUTH: [502, '{provider} rejected the key. Ask an administrator to check it.'],
  TRANSLATOR_QUOTA: [503, 'The quota of {provider} is used up. Ask an administrator.'],
  TRANSLATOR_BUSY: [503, '{provider} is busy. Try again in {seconds} seconds.'],
  TRANSLATOR_FAILED: [502, '{provider} did not return a translation. Try again or ask an administrator.'],
  TRANSLATE_CONFIDENTIAL: [
    409,
    'This message used confidential documents, so it is not sent to {provider}. Ask a local model to translate it in the chat.',
  ],
  TRANSLATION_UNFAITHFUL: [
    502,
    '{provider} changed placeholders or code, or left out text, and was asked twice. Translate a shorter part of the text.',
  ],

  // Errors of answers: stored on the message and sent in the stream's Error event.
  INTERRUPTED: [500, 'The server stopped while writing this answer. The text so far is kept. Ask again.'],
  ANSWER_NOT_STORED: [
    503,
    'The server cannot store this answer now: its disk is full or its database does not respond. Copy what you need; it is stored as soon as possible.',
  ],
  ENGINE_UNREACHABLE: [
    502,
    'The model server of {provider} cannot be reached. Choose another model or ask an administrator.',
  ],
  ENGINE_AUTH: [502, 'The model server of {provider} rejected the key. Ask an administrator to check it.'],
  ENGINE_MODEL_MISSING: [502, 'The model server of {provider} does not have {model}. Choose another model.'],
  ENGINE_BUSY: [503, 'The model server of {provider} is busy. Try again in {seconds} seconds.'],
  ENGINE_RATE_LIMITED: [429, '{provider} limits how often it may be asked. Try again in {seconds} seconds.'],
  ENGINE_REFUSED: [
    502,
    'The model server of {provider} rejected the request: {reason}. Change the prompt options or choose another model.',
  ],
  ENGINE_CONTEXT_OVERFLOW: [
    502,
    'The conversation is too long for {model}. Start a new tab or increase num_ctx.',
  ],
  ENGINE_FAILED: [502, 'The model server of {provider} failed. The text so far is kept. Try again.'],
  ENGINE_BROKEN_STREAM: [
    502,
    'The connection to the model server of {provider} was lost. The text so far is kept. Try again.',
  ],
  ENGINE_TIMEOUT: [
    504,
    'The model {model} sent nothing for {seconds} seconds. The text so far is kept. Try again or choose another model.',
  ],
  ENGINE_OUT_OF_MEMORY: [
    502,
    'The model ran out of memory. The text so far is kept. Choose a smaller model or context.',
  ],
  ANSWER_TOO_SLOW: [
    504,
    'The answer took longer than {seconds} seconds and was stopped. The text so far is kept. Ask for a shorter answer.',
  ],
  ANSWER_TOO_LONG: [
    502,
    'The answer became longer than {limit} characters and was stopped. The text so far is kept. Ask for a shorter answer.',
  ],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ProblemCode = keyof typeof PROBLEMS

export type ProblemParams = Readonly<Record<string, string | number>>

/** Returns the names of the params in the sentence of a problem. */
export const paramsOf = (code: ProblemCode): string[] =>
  [...PROBLEMS[code][1].matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])

/** Returns the sentence of a problem with its params filled in; a missing param becomes empty. */
export function problemSentence(code: ProblemCode, params: ProblemParams = {}): string {
  return PROBLEMS[code][1].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}
