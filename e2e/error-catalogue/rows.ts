// Every row of the two error catalogues (PAGE-5), in order, with its test or the reason for having
// none.

export type Row = { readonly says: string } & (
  | { /** Tested by the walk: what it provokes and sees. */ readonly walk: string }
  | {
      /** Tested in the tests of its feature: test file and words. */ readonly file: string
      readonly words: string
    }
  | { /** The API call of a feature that does not exist yet. */ readonly later: string }
  | { /** Solved differently: heading in decision 48 that says why. */ readonly otherwise: string }
)

/** The component tests of a file of the page. */
const component = (file: string) => `../apps/web/src/${file}.component.test.tsx`
const TOKENS = component('features/tokens/tokens')
const PROFILE = component('features/users/profile/profile')
const PROJECTS = component('features/projects/overview/project-overview')
const CUSTINST = component('features/custinsts/new-dialog')
const CHATBOTS = component('features/chatbots/list/page')
const CHATBOT = component('features/chatbots/list/open-page')
const CHATBOT_DIALOGS = component('features/chatbots/manage/dialogs')
const MODEL_ORDER = component('features/models/order/model-order')
const PROMPTS = component('features/prompts/prompts')
const SHARING = component('features/sharing/item-sharing')
const SIGN_IN = component('features/session/sign-in-form')
const LIVE = component('features/live/live')
const ERROR_PAGE = component('app/pages/error-page')
const USER_PAGE = component('app/pages/user-page')
const PROJECT_PAGE = component('app/pages/project-page')

export const SHELL_ROWS: readonly Row[] = [
  {
    says: 'Generic HTTP error: a sticky notification titled with the status, text the message',
    otherwise: 'A failure is shown where it happened',
  },
  { says: '403 or 500 loading all settings: sign out', otherwise: 'Nobody is signed out by a failure' },
  {
    says: '403 loading models, projects or validating the token: sign out (token check triggers refresh)',
    file: 'people.test.ts',
    words: 'Sign in again',
  },
  { says: 'Prompt options failure: sign out', otherwise: 'Nobody is signed out by a failure' },
  {
    says: '409 on registration',
    file: component('features/users/form/sign-up'),
    words: 'already associated with another account',
  },
  {
    says: '409 on user creation',
    file: component('features/users/form/create-user'),
    words: 'already associated with another account',
  },
  {
    says: 'Change-password error: [status:errorCode] errorMessage',
    file: PROFILE,
    words: '403:WRONG_PASSWORD',
  },
  { says: 'Delete user 403 or 405: same format, then the dialog closes', walk: '[403:PERMISSION_DENIED] ' },
  {
    says: 'Sign-in failure',
    file: SIGN_IN,
    words: 'Invalid sign-in credentials. Please, make sure you are using the correct username and password.',
  },
  { says: 'Setting store failure', file: PROFILE, words: 'Setting not stored' },
  { says: 'Custom instructions 404: treated as none', walk: 'No custom instructions yet' },
  { says: 'User load failure: with the id', file: USER_PAGE, words: 'User with ID 999 does not exist.' },
  {
    says: 'User load failure: where it leads',
    file: USER_PAGE,
    words: 'Redirecting you to the User Management page.',
  },
  { says: 'User load failure: any other', file: USER_PAGE, words: 'Cannot get user' },
  { says: 'User list failure shows the error page for the status', walk: 'Could not load the users' },
  {
    says: 'User list failure shows the error page for the status',
    otherwise: 'A list that failed offers Try again',
  },
  { says: 'Profile update failure', file: PROFILE, words: 'Cannot update profile' },
  { says: 'User card actions failure', walk: 'Cannot get user card actions' },
  { says: 'Cannot load projects', file: PROJECTS, words: 'Cannot load projects' },
  { says: 'Cannot get chatbots', file: CHATBOTS, words: 'Cannot get chatbots' },
  { says: 'Cannot get chatbot', file: CHATBOT, words: 'Cannot get chatbot' },
  { says: 'Cannot delete chatbot', file: CHATBOT_DIALOGS, words: 'Cannot delete chatbot' },
  { says: 'Action failed.', walk: 'Action failed.' },
  { says: 'Cannot sort models', file: MODEL_ORDER, words: 'Cannot sort models' },
  { says: 'Cannot get contexts/types', otherwise: 'What the page does not ask for cannot fail' },
  { says: 'Cannot get "contexts/{type}" context', walk: 'Cannot get “contexts” context' },
  { says: 'Cannot delete context', walk: 'Cannot delete context' },
  { says: 'Cannot get model tags', walk: 'Cannot get model tags' },
  { says: 'Cannot update token', file: component('features/tokens/tokens'), words: 'Cannot update token' },
  { says: 'Cannot delete token', file: TOKENS, words: 'Cannot delete token' },
  { says: 'Cannot get tokens', file: TOKENS, words: 'Cannot get tokens' },
  { says: 'Could not load {context} contexts', walk: 'Could not load group contexts' },
  { says: 'HTTP 403 label', file: ERROR_PAGE, words: 'Unauthorized' },
  {
    says: 'HTTP 403 label: its sentence',
    file: ERROR_PAGE,
    words: "You don' have sufficient rights to view the requested content",
  },
  {
    says: 'Error page uses status name and description if known',
    file: 'shell.test.ts',
    words: 'Error 403 · Unauthorized',
  },
  {
    says: '404 on projects: empty, with an alert',
    file: PROJECTS,
    words: 'You don’t have chats or projects yet',
  },
  { says: '404 on chatbot lists: empty', file: CHATBOTS, words: 'No chatbots yet' },
  { says: 'Unknown plugin', file: ERROR_PAGE, words: 'The requested plugin nothing does not exist' },
  { says: 'Unknown plugin: the alert', file: ERROR_PAGE, words: 'This plugin is not available' },
  { says: 'Markdown not found', walk: '“/static/md/en/help/nothing.md” not found.' },
  {
    says: 'Cannot load src {x} Please, check the requested resource and reload app.',
    walk: 'Cannot load src /static/md/en/help/tabs.md Please, check the requested resource and reload app.',
  },
  { says: 'Photo too big', file: PROFILE, words: 'Your photo is too large (over 512 Kb)' },
  { says: 'Photo too big: with the size', file: PROFILE, words: 'This file has 512 kB.' },
  {
    says: 'Profile picture load failure keeps the placeholder icon',
    file: component('features/users/photo/user-avatar'),
    words: 'the initials stand for a photo that fails to load',
  },
  {
    says: 'Real-time service lost',
    file: LIVE,
    words: 'Cannot connect to real-time notifications service or connection is lost',
  },
  { says: 'You are offline', file: 'shell.test.ts', words: 'You are offline' },
  {
    says: 'Trial licence expired',
    file: '../apps/web/src/app/shell/license.component.test.tsx',
    words: 'The licence has expired',
  },
  { says: 'No model in list', walk: 'No model is deployed. Ask an administrator.' },
  { says: 'No app permissions found', walk: 'No app permissions were found for your account.' },
  { says: 'Unavailable model title', file: 'tabs.test.ts', words: 'This model is not available' },
  {
    says: 'Unavailable model text (model not available in the region)',
    file: 'tabs.test.ts',
    words: 'is not available in the region',
  },
  {
    says: 'Mobile devices are not fully supported',
    file: 'daily-ways.test.ts',
    words: 'One answer at a time',
  },
]

export const CHAT_ROWS: readonly Row[] = [
  { says: 'Cannot load app tour scenario', walk: 'Cannot load app tour scenario' },
  { says: 'Cannot get user', file: USER_PAGE, words: 'Cannot get user' },
  { says: 'Cannot create/update context', walk: 'Cannot create/update context' },
  { says: 'Cannot duplicate prompt.', file: PROMPTS, words: 'Cannot duplicate prompt.' },
  { says: 'Cannot delete Data Source', walk: 'Cannot delete Data Source' },
  { says: 'Cannot create Data Source', walk: 'Cannot create Data Source' },
  { says: 'Cannot update Data Source', walk: 'Cannot update Data Source' },
  { says: 'Cannot delete custom instruction', walk: 'Cannot delete custom instruction' },
  { says: 'Cannot save custom instruction', file: CUSTINST, words: 'Cannot save custom instruction' },
  { says: 'Cannot load projects', file: PROJECTS, words: 'Cannot load projects' },
  { says: 'Cannot get chatbots', file: CHATBOTS, words: 'Cannot get chatbots' },
  { says: 'Cannot get chatbot', file: CHATBOT, words: 'Cannot get chatbot' },
  { says: 'Cannot delete chatbot', file: CHATBOT_DIALOGS, words: 'Cannot delete chatbot' },
  { says: 'Cannot create chatbot', file: CHATBOT_DIALOGS, words: 'Cannot create chatbot' },
  {
    says: 'Cannot update chatbot',
    file: component('features/chatbots/manage/manage'),
    words: 'Cannot update chatbot',
  },
  { says: 'Cannot get data source with id {id}', walk: 'Cannot get data source with id 99999' },
  { says: 'Cannot leave project', file: SHARING, words: 'Cannot leave project' },
  { says: 'Cannot get /datasources', walk: 'Cannot get /datasources' },
  { says: 'Cannot delete context', walk: 'Cannot delete context' },
  { says: 'Cannot get contexts/types', otherwise: 'What the page does not ask for cannot fail' },
  { says: 'Replay failures use the handler and stop loading', walk: 'The replay cannot begin today.' },
  {
    says: 'Prompt edit and prompt delete failures use the handler and stop loading',
    file: PROMPTS,
    words: 'Could not delete the prompt',
  },
  {
    says: 'Prompt list failure yields an empty list silently',
    file: PROMPTS,
    words: 'Could not load the prompts',
  },
  {
    says: 'User lookup failure in the data source list is ignored',
    file: 'datasources.test.ts',
    words: 'the list is shown even if its users cannot be loaded',
  },
  {
    says: 'Translation failures are not handled',
    file: 'translate.test.ts',
    words: 'a failed translation of an answer is reported and can be tried again',
  },
  {
    says: 'Stream Error event: a sticky error notification, and the form reset',
    otherwise: 'A failure is shown where it happened',
  },
  {
    says: 'Stream Error event: what the product says instead, with the form free',
    walk: 'Try again',
  },
  { says: 'Stream: an error on a non-200 status', walk: 'Something went wrong on the server.' },
  {
    says: 'Non-stream failure: attachments cleared, HTTP error shown, form reset',
    otherwise: 'What was typed and chosen is kept',
  },
  { says: 'Abort shows "prompt aborted"', file: 'daily-ways.test.ts', words: 'Prompt aborted' },
  { says: 'Failed tab creation just stops loading', otherwise: 'A failure is shown where it happened' },
  {
    says: 'Welcome-message fetch failure falls back to an empty list',
    file: '../apps/server/src/features/proposals/external.test.ts',
    words: 'proposes nothing after',
  },
  { says: 'Project 403 signs out', otherwise: 'Nobody is signed out by a failure' },
  {
    says: 'Project 404: warning that the project does not exist, to /',
    file: 'shell.test.ts',
    words: 'This project does not exist',
  },
  {
    says: 'No project tabs were found in the database. shows the prompt to create a tab',
    file: PROJECT_PAGE,
    words: 'No tabs yet',
  },
  { says: 'Any other message is shown as is', file: PROJECT_PAGE, words: 'Strange weather at the server.' },
  {
    says: 'Projects list 404 is treated as empty, with an alert',
    file: PROJECTS,
    words: 'You don’t have chats or projects yet',
  },
  { says: 'Chatbots list 404 is treated as empty', file: CHATBOTS, words: 'No chatbots yet' },
  {
    says: 'Share load failure shows a chat-not-found notice',
    file: 'share-links.test.ts',
    words: 'Chat not found',
  },
  {
    says: 'Translate with an expired trial licence shows the expired alert',
    file: 'translate.test.ts',
    words: 'an expired trial shows the licence alert instead of the dialog',
  },
  { says: 'Attachment that fails to load shows a cancel icon', walk: 'Could not load the image' },
  { says: 'Not allowed files: notice "not allowed"', walk: 'Not allowed' },
  {
    says: 'Chatbot script load failures: logged only',
    file: component('features/chatbots/assistant/assistant'),
    words: 'chatbot script load failures: logged only',
  },
  {
    says: 'Chat preparing for replay',
    file: component('features/replay/replay-dialog'),
    words: 'The chat is being prepared for replay.',
  },
  { says: 'Project updated', walk: 'Project updated' },
  { says: 'Tabs updated', walk: 'Tabs updated' },
  { says: 'Unshare success', file: 'sharing.test.ts', words: 'You have left' },
  { says: 'Prompt saved to repository', file: 'prompts.test.ts', words: 'Prompt saved.' },
  { says: 'No prompts found for the query', file: PROMPTS, words: 'No prompts found for' },
  { says: 'No data sources', walk: 'No data sources yet' },
  {
    says: 'No data sources matching the filter',
    file: 'datasources.test.ts',
    words: 'No data source matches “zebra”.',
  },
  { says: 'Nothing to replay', walk: 'There is nothing to replay' },
  { says: 'No items in the media list', walk: 'No documents yet' },
  { says: 'No custom instructions', walk: 'No custom instructions yet' },
  {
    says: 'To use data sources you need to be on a chat or project page',
    file: 'datasources.test.ts',
    words: 'To use data sources you need to be on a chat or project page',
  },
]
