// Every error code that crosses the wire, with its HTTP status and the sentence for programs and people without the web.
// `{name}` in a sentence is filled from the problem's params. Source: readings 1, 2, 5, 6, 7; both specifications, section 8.

/** What a call may fail with: code → [HTTP status, sentence]. */
export const PROBLEMS = {
  VALIDATION_FAILED: [400, 'The request does not fit: {issues}.'],
  MALFORMED_BODY: [400, 'The request body is not valid JSON.'],
  MISSING_REQUESTED_WITH: [400, 'The header X-Requested-With: XMLHttpRequest is missing.'],
  TOKEN_INVALID: [401, 'You are not signed in. Sign in and try again.'],
  TOKEN_EXPIRED: [401, 'Your sign-in has expired. Refresh it or sign in again.'],
  SIGN_IN_FAILED: [
    401,
    'Invalid sign-in credentials. Please, make sure you are using the correct username and password.',
  ],
  PERMISSION_DENIED: [403, 'You are not allowed to do this. Ask an administrator for the permission.'],
  ACCOUNT_DISABLED: [403, 'This account may not use this door. Ask an administrator.'],
  LICENSE_EXPIRED: [
    403,
    'The licence has expired. Prompts and translations are blocked until it is renewed.',
  ],
  SIGN_UP_DISABLED: [403, 'Signing up is switched off here. Ask an administrator for an account.'],
  SET_UP_DONE: [403, 'This installation is already set up. Sign in instead.'],
  SET_UP_KEY_INVALID: [
    403,
    'This set-up address is not valid. Use the one printed in the server’s terminal.',
  ],
  NOT_FOUND: [404, 'There is no such {thing}.'],
  NONE_FOUND: [404, '{message}'],
  NO_SUCH_CALL: [404, 'There is no such call: {method} {path}.'],
  METHOD_NOT_ALLOWED: [405, 'This call does not know the method {method}.'],
  CONFLICT: [409, 'Somebody else changed this in the meantime. Load it again and repeat your change.'],
  NAME_TAKEN: [409, 'This e-mail address or user name is already associated with another account.'],
  PASSWORD_CHANGE_REQUIRED: [403, 'Change your password first: somebody else set it.'],
  WRONG_PASSWORD: [403, 'The current password is not right. Nothing was changed.'],
  LAST_SUPERUSER: [405, 'The super user cannot be deleted, and the last one keeps the role.'],
  ITEMS_UNDECIDED: [
    409,
    '{name} shares {count} chats and projects with others. Say whether they are handed over or deleted.',
  ],
  OWNER_CANNOT_LEAVE: [403, 'The owner cannot leave. Delete it, or hand it over.'],
  WOULD_CONTAIN_ITSELF: [409, 'A group cannot be inside itself. Nothing was changed.'],
  PICTURE_TOO_LARGE: [413, 'Your photo is too large (over {limit} Kb): it has {size} bytes.'],
  PICTURE_REFUSED: [415, 'This file is not a JPEG or PNG picture. Choose another one.'],
  SSO_DISABLED: [403, 'Signing in through an identity provider is switched off here.'],
  SSO_UNAVAILABLE: [
    502,
    'The identity provider cannot be reached. Try again, or sign in with your password.',
  ],
  SSO_FAILED: [401, 'Signing in through the identity provider failed: {reason}. Begin again.'],
  MODEL_NOT_DEPLOYED: [409, 'The model {model} is not deployed. Choose another model.'],
  ENGINE_CANNOT: [409, 'The model server of {provider} is managed elsewhere: this cannot be done from here.'],
  PROVIDER_TAKEN: [409, 'A provider of this kind with this address is connected already.'],
  TOO_MANY_TOKENS: [409, 'There are {limit} tokens already. Delete one that is not used any more.'],
  QUEUE_FULL: [
    429,
    '{model} has {limit} questions waiting already. Try again in {seconds} seconds, or choose another model.',
  ],
  MODEL_UNAVAILABLE: [409, 'The model {model} is not available. Choose another model.'],
  STILL_ANSWERING: [409, 'This answer is still being written. Stop it first.'],
  BODY_TOO_LARGE: [413, 'The request is larger than the {limit} bytes allowed here.'],
  ATTACHMENT_REFUSED: [400, 'Not allowed: {names}.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Send JSON with the content type application/json.'],
  TOO_MANY_ATTEMPTS: [429, 'Too many attempts. Try again in {seconds} seconds.'],
  TOO_MANY_STREAMS: [
    429,
    'You have {limit} answers being written or waiting already. Wait for one of them or stop one.',
  ],
  SERVER_BUSY: [503, 'The server is busy. Try again in {seconds} seconds.'],
  DATABASE_UNAVAILABLE: [503, 'The database does not answer. Nothing was changed. Try again in a moment.'],
  DATABASE_BUSY: [
    503,
    'Another change to the same things takes its time. Nothing was changed. Try again in a moment.',
  ],
  STORAGE_FULL: [
    507,
    'The server has no space left. Nothing was changed. Ask an administrator to free space.',
  ],
  SHUTTING_DOWN: [503, 'The server is stopping. Try again in a moment.'],
  UNEXPECTED: [500, 'Something failed on the server. It was logged under the request id {requestId}.'],

  // An answer that ended badly: they stand on the message and in the stream's Error event.
  INTERRUPTED: [500, 'The server stopped while this answer was written. The text so far is kept. Ask again.'],
  ENGINE_UNREACHABLE: [
    502,
    'The model server of {provider} cannot be reached. Ask an administrator, or choose another model.',
  ],
  ENGINE_AUTH: [502, 'The model server of {provider} refused the key. Ask an administrator to check it.'],
  ENGINE_MODEL_MISSING: [502, 'The model server of {provider} does not have {model}. Choose another model.'],
  ENGINE_BUSY: [503, 'The model server of {provider} is busy. Try again in {seconds} seconds.'],
  ENGINE_REFUSED: [
    502,
    'The model server of {provider} refused the request: {reason}. Change the prompt options, or choose another model.',
  ],
  ENGINE_CONTEXT_OVERFLOW: [
    502,
    'The conversation is too long for {model}. Start a new tab, or raise num_ctx.',
  ],
  ENGINE_FAILED: [502, 'The model server of {provider} failed. The text so far is kept. Try again.'],
  ENGINE_BROKEN_STREAM: [
    502,
    'The connection to the model server of {provider} broke. The text so far is kept. Try again.',
  ],
  ENGINE_TIMEOUT: [
    504,
    'The model {model} sent nothing for {seconds} seconds. The text so far is kept. Try again, or choose another model.',
  ],
  ENGINE_OUT_OF_MEMORY: [
    502,
    'The model ran out of memory. The text so far is kept. Choose a smaller model or context.',
  ],
  ANSWER_TOO_SLOW: [
    504,
    'The answer took longer than {seconds} seconds and was ended. The text so far is kept.',
  ],
  ANSWER_TOO_LONG: [502, 'The answer grew beyond {limit} characters and was ended. The text so far is kept.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ProblemCode = keyof typeof PROBLEMS

export type ProblemParams = Readonly<Record<string, string | number>>

/** The sentence of a problem with its params filled in; a missing param leaves an empty place. */
export function problemSentence(code: ProblemCode, params: ProblemParams = {}): string {
  return PROBLEMS[code][1].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}
