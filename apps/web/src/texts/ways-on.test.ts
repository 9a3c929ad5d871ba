// Every text that says “not here” names a step that leads on, in the component that shows it.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Texts = { [key: string]: string | Texts }

const here = new URL('./', import.meta.url)
const source = new URL('../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, source), 'utf8')

/** How refusals say that something is not there, not ready, or not open to the person. */
const REFUSES = new RegExp(
  [
    'not available|not there|not (?:installed|insta)|not ready|not set up|not deployed|No model is deployed',
    'does not exist|no longer (?:exists|in|waits|offers)|(?:was|were) (?:deleted|removed) or',
    'not allowed|may not|not in this version|You cannot|need (?:write|admin) access|no access to|read access only',
    'need to be|switched off(?: here)?\\.|(?:licence|session) has expired|too long(?: for| to)|no (?:start )?page (?:at|is)',
    'cannot (?:be (?:shown|read|opened|reached|used|changed)|edit|use|share)|(?:do|does) not (?:show|take|stream)',
    'could not be displayed|There is nobody|Model not found|There is no help|not found\\.$|Ask (?:an|your) administrator',
    'Does not answer:|on no website|can no longer read|link has ended|There is no chat|blocks them|cannot show notifications',
    'Not connected|nothing to replay|had no data source|has no key|(?:changes|tab|model|the widget) first\\.?$',
    'matches (?:“|the)|contains “\\{|has this name|is called “|found for “|No matching',
  ].join('|'),
  'i',
)

/** The component that shows a refusal, and what it has for the way on. */
const WAYS: Record<string, [file: string, way: string]> = {
  'about:test.todo.reach': ['features/test-page/test-page.tsx', "t('test.again')"],
  'about:test.todo.streams': ['features/test-page/test-page.tsx', "t('test.again')"],
  'audit:noMatch': ['features/audit/audit-trail.tsx', "t('clear')"],
  'bin:noMatch': ['features/bin/page.tsx', "t('clearFilter')"],
  'admin:noHelp': ['features/admin/admin-help.tsx', '<Link to="/help"'],
  'shared-page:offline': ['features/shares/page/notices.tsx', "t('retry')"],
  'compare:gone': ['features/compare/compare-view.tsx', "t('toTabs')"],
  'compare:goneText': ['features/compare/compare-view.tsx', "t('toTabs')"],
  'contexts:notLetIn': ['features/contexts/members-dialog.tsx', "t('showOwner'"],
  'contexts:notYourself': ['features/contexts/members-dialog.tsx', "t('showOwner'"],
  'conversation:cannotSend.expired': [
    'features/conversation/composer/composer-notes.tsx',
    "t('aboutLicense')",
  ],
  'conversation:cannotSend.unavailable': ['features/conversation/composer/composer-bar.tsx', '<ModelPicker'],
  'conversation:licenseExpired': ['features/conversation/composer/composer-notes.tsx', "t('aboutLicense')"],
  'conversation:messageGone': [
    'features/conversation/scroll/use-linked-message.ts',
    "t('shell:searchMessages')",
  ],
  'conversation:notAllowed': ['features/conversation/composer/composer-files.tsx', "t('chooseOthers')"],
  'conversation:readOnly': ['features/conversation/composer/read-only.tsx', '<LinkButton to={NEW_CHAT}'],
  'conversation:readOnlyAsk': ['features/conversation/composer/read-only.tsx', '<LinkButton to={NEW_CHAT}'],
  'conversation:unavailable': ['features/conversation/composer/composer-bar.tsx', '<ModelPicker'],
  'conversation:unavailableNamed': ['features/conversation/composer/lost-model-dialog.tsx', "t('useGuide'"],
  'conversation:unavailableText': ['features/conversation/composer/lost-model-dialog.tsx', "t('useGuide'"],
  'chatbots:gone': ['features/chatbots/inbox/page.tsx', "t('all')"],
  'chatbots:noMatch': ['features/items/overview.tsx', '{words.clearFilter}'],
  'chatbots:places.none': ['features/chatbots/editor/section-places.tsx', '<OriginField'],
  'chatbots:code.nowhere': ['features/chatbots/manage/code-dialog.tsx', "t('ways.no-origin')"],
  'chatbots:code.incomplete': ['features/chatbots/manage/code-dialog.tsx', "t('edit')"],
  'chatbots:inbox.noSource': ['features/chatbots/inbox/group.tsx', "t('ways.source-gone')"],
  'chatbots:states.no-origin': ['features/chatbots/list/state-line.tsx', 't(`ways.${bot.state}`)'],
  'chatbots:states.tab-gone': ['features/chatbots/list/state-line.tsx', 't(`ways.${bot.state}`)'],
  'chatbots:states.instructions-gone': ['features/chatbots/list/state-line.tsx', 't(`ways.${bot.state}`)'],
  'chatbots:states.source-gone': ['features/chatbots/list/state-line.tsx', 't(`ways.${bot.state}`)'],
  'chatbots:states.source-confidential': ['features/chatbots/list/state-line.tsx', 't(`ways.${bot.state}`)'],
  'configuration:noMatch': ['features/configuration/configuration-page.tsx', "t('clearFilter')"],
  'contexts:noGroupMatch': ['features/contexts/group-management.tsx', "t('allGroups')"],
  'custinsts:noMatch': ['features/items/panel-list.tsx', '{words.clearFilter}'],
  'datasources:noMatch': ['features/items/overview.tsx', '{words.clearFilter}'],
  'datasources:noMatchFilter': ['features/items/overview.tsx', '{words.clearFilter}'],
  'datasources:table.noMatch': ['features/datasources/page/documents.tsx', "t('clearFilter')"],
  'goldensets:noMatch': ['features/items/overview.tsx', '{words.clearFilter}'],
  'help:noMatch': ['features/help/help-list.tsx', "t('clearFilter')"],
  'plugins:noMatch': ['features/plugins/plugin-list.tsx', "t('clearFilter')"],
  'projects:noMatch': ['features/items/overview.tsx', '{words.clearFilter}'],
  'prompts:noMatch': ['features/items/overview.tsx', '{words.clearFilter}'],
  'shared-page:notFoundText': ['features/shares/page/notices.tsx', "t('toStart')"],
  'shared-page:ended': ['features/shares/page/notices.tsx', "t('toStart')"],
  'user-list:noMatch': ['features/users/list/user-list.tsx', "t('clear')"],
  'user-list:noFilterMatch': ['features/users/list/user-list.tsx', "t('clear')"],
  'chatbots:states.model-gone': ['features/chatbots/list/state-line.tsx', 't(`ways.${bot.state}`)'],
  'custinsts:lost': ['features/custinsts/in-use.tsx', '<InUseButton'],
  'custinsts:lostText': ['features/custinsts/list.tsx', "t('stopLost')"],
  'dashboard:fileFailedText': ['features/dashboard/dashboard.tsx', 'onRetry='],
  'dashboard:noPermissionsText': ['features/dashboard/dashboard.tsx', "t('toProfile')"],
  'dashboard:noSplashText': ['features/dashboard/splash.tsx', "t('newChat')"],
  'datasources:gone': ['features/datasources/page/datasource-page.tsx', "t('all')"],
  'datasources:lost': ['features/datasources/use/in-use.tsx', '<InUseButton'],
  'datasources:lostText': ['features/datasources/use/tab-uses.tsx', "t('stop')"],
  'media:refusedType': ['features/media/upload/refused.tsx', '<FileButton'],
  'datasources:reader.gone': ['features/datasources/reader/reader-page.tsx', '<LinkButton to={datasource'],
  'datasources:unreadyText': ['features/datasources/use/tab-uses.tsx', "t('stop')"],
  'datasources:useDialog.elsewhere': ['features/datasources/use/use-dialog.tsx', "t('useDialog.newChat')"],
  'datasources:useDialog.notReady': [
    'features/datasources/use/use-dialog.tsx',
    '<LinkButton to={`/datasources/',
  ],
  'datasources:useDialog.readOnly': ['features/datasources/use/use-dialog.tsx', '<UseForm'],
  'errors:names.405': ['app/pages/error-page.tsx', "t('back')"],
  'errors:texts.403': ['app/pages/error-page.tsx', "t('back')"],
  'errors:texts.404': ['app/pages/error-page.tsx', "t('back')"],
  'goldensets:checks.judgeLost': ['features/goldensets/editor/check-fields.tsx', '<ModelPicker'],
  'goldensets:gone': ['features/goldensets/set-page.tsx', "t('all')"],
  'goldensets:prompts.gone': ['features/goldensets/editor/edit-entry-dialog.tsx', "t('prompts.add')"],
  'goldensets:runs.gone': ['features/goldensets/results/run-page.tsx', "t('toSet')"],
  'help:missing': ['app/pages/help-page.tsx', "t('toList')"],
  'help:noModel': ['app/pages/help-model-page.tsx', "t('models')"],
  'help:noModelText': ['app/pages/help-model-page.tsx', "t('models')"],
  'help:onlyEnglish': ['features/help/help-topic.tsx', '<ElementTranslation'],
  'import:wrong.version': ['features/import/choose-file.tsx', "t('choose')"],
  'import:wrong.zip': ['features/import/choose-file.tsx', "t('choose')"],
  'license:title': ['app/shell/license-dialog.tsx', "t('toAbout')"],
  'model-management:noTagsText': ['features/models/tags/tags-dialog.tsx', "t('seeProviders')"],
  'models:none': ['features/models/picker/model-options.tsx', "t('toDeploy')"],
  'models:unavailableTitle': ['features/conversation/composer/lost-model-dialog.tsx', "t('useGuide'"],
  'plugins:missing': ['app/pages/plugin-page.tsx', "t('toList')"],
  'plugins:missingTitle': ['app/pages/plugin-page.tsx', "t('toList')"],
  'plugins:notInstalledTitle': ['features/plugins/not-installed.tsx', "t('install'"],
  'projects:gone': ['app/pages/project-page.tsx', "t('showAll')"],
  'projects:goneText': ['app/pages/project-page.tsx', "t('showAll')"],
  'projects:noOther': ['features/projects/picker/project-picker.tsx', "t('newProject')"],
  'prompts:gone': ['features/prompts/page.tsx', "t('allPrompts')"],
  'prompts:lostModel': ['features/prompts/execute/execute-dialog.tsx', '<ModelFields'],
  'publications:over': ['features/publications/review.tsx', "t('back')"],
  'session:ended': ['app/pages/sign-in-page.tsx', '<SignInForm'],
  'session:noAccount': ['app/pages/sign-in-page.tsx', '<SignInForm'],
  'session:waitingForSetUp': ['app/pages/sign-in-page.tsx', '<SignInForm'],
  'shell:unreachable': ['app/shell/offline-strip.tsx', "t('ui:tryAgain')"],
  'startup:modelGone': ['features/settings/startup-options-dialog.tsx', '<SelectField'],
  'tokens:apiClosed': ['features/tokens/api-closed.tsx', "t('toProfile')"],
  'ui:ledAway.noPageText': ['ui/led-away.tsx', 't(`ledAway.${why}Next`)'],
  'ui:ledAway.notAllowed': ['ui/led-away.tsx', 't(`ledAway.${why}Next`)'],
  'ui:ledAway.notAllowedText': ['ui/led-away.tsx', 't(`ledAway.${why}Next`)'],
  'ui:somethingBroke': ['app/route-failed.tsx', "t('reload')"],
  'users:gone': ['app/pages/user-page.tsx', "navigate('/users'"],
  'users:photo.unreadable': ['features/users/photo/photo-box.tsx', "t('photo.choose')"],
  'users:signUp.off': ['app/pages/sign-up-page.tsx', "t('signUp.toSignIn')"],
  'workbench:original.damaged': ['features/datasources/reader/original.tsx', "t('original.download')"],
  'workbench:original.noPdf': ['features/datasources/reader/original.tsx', "t('original.download')"],
  'workbench:original.notShown': ['features/datasources/reader/original.tsx', "t('original.download')"],
}

/** Texts that refuse nothing which somebody began, by what they are. */
const NOTES: Record<string, readonly string[]> = {
  'the state of a row, a passage or a value, in a list whose actions stay': [
    'about:notDeployed',
    'chatbots:instructions.lost',
    'chatbots:model.gone',
    'chatbots:source.lost',
    'chatbots:unnamedTab',
    'chatbots:editLead',
    'notifications:stream.closed',
    'shares:lost',
    'shared-page:notCurrent',
    'media:reason.gone',
    'media:reason.not_allowed',
    'media:reason.unreachable',
    'media:reason.unknown_type',
    'help:notDeployed',
    'model-management:notDeployed',
    'models:unavailable',
    'notifications:gone',
    'prompts:modelGone',
    'startup:modelUnknown',
    'system:reasons.ENGINE_UNREACHABLE',
    'workbench:why.not_indexed',
    'workbench:why.not_readable',
    'user-csv:faults.notCreatable',
    'user-csv:faults.roleAbove',
    'user-csv:faults.yourself',
    'conversation:issue.content',
    'media:notSeen.no_access',
    'media:notSeen.not_deployed',
    'media:notSeen.unsuitable',
  ],
  'what was left out of a result that is there': [
    'conversation:notice.DATASOURCE_DENIED',
    'conversation:notice.PICTURES_LEFT_OUT',
    'datasources:test.vectorsUnavailable',
    'import:note.refused',
    'prompts:lostInstruction',
    'user-bulk:leftOut.gone',
    'user-bulk:leftOut.yourself',
    'workbench:leftOut.charts',
    'workbench:leftOut.pictures',
    'goldensets:prompts.deletedBefore',
    'chatbots:inbox.lostSource',
  ],
  'nothing fits what is typed in the field above it': [
    'contexts:noMatch',
    'contexts:noMemberMatch',
    'history:noMatch',
    'labels:noMatch',
    'models:noMatch',
    'sharing:noPerson',
    'tabs:noTab',
    'test-questions:noMatch',
    'users:remove.noMatch',
  ],
  'a setting of the browser, or an address, with what to do': [
    'notifications:browser.denied',
    'notifications:browser.missing',
    'setup:noKey',
  ],
  'a setting of the installation, with what an administrator does': [
    'attachments:scan.missing',
    'chatbots:model.none',
    'chatbots:states.owner-gone',
    'attachments:scan.off',
    'branding:broken',
    'media:recognition.missing',
    'media:recognition.off',
    'providers:withoutEmbedded.missing',
    'shares:audiences.off',
    'vectors:notDeployed',
    'vectors:whole.off',
  ],
  'why a control is grey or missing: its title or the hint below it': [
    'chatbots:people.saveFirst',
    'contexts:saveFirst',
    'first-steps:question.later',
    'shares:iconNeedsTabs',
    'sharing:saveFirst',
    'contexts:membersReadOnly',
    'contexts:notDeletable',
    'contexts:notEditable',
    'conversation:streamless',
    'providers:kindStays',
    'sharing:notGranted',
    'user-list:notCreatable',
    'user-list:reasons.notGranted',
    'user-list:reasons.ownProfile',
    'users:roleHint',
    'users:tenant.hint',
  ],
  'a wrong value or an end, in the field or list where the next one is entered': [
    'branding:refused.at-rule',
    'branding:refused.attribute',
    'branding:refused.doctype',
    'branding:refused.element',
    'branding:refused.function',
    'branding:refused.import',
    'branding:refused.property',
    'branding:refused.syntax',
    'branding:refused.url',
    'custinsts:gone',
    'replay:nothing',
    'export:tooTall',
    'labels:duplicate',
    'translate:tooLong',
    'users:remove.nobody',
  ],
  'no refusal: a question, or the name of a button': [
    'conversation:closeNotAllowed',
    'goldensets:checks.says.contains',
    'user-bulk:disableQuestion',
  ],
}

/** A control that takes the next step itself: a field, a form, a link, Try again of a failure, or a list that the page opens. */
const CONTROLS =
  /^(?:<(?:ModelPicker|ModelFields|SelectField|SignInForm|UseForm|ElementTranslation|InUseButton|FileButton|OriginField|LinkButton to=|Link to=)|onRetry=|navigate\('\/users')/

/** What stands before the text of a button, a link or the action of a notice. */
const LABELS =
  /(?:<(?:[Bb]utton|LinkButton|Link|Download|a)\b(?:[^<]|<Icon\b)*|action: \{ label: |verb=\{\w+ \? )$/

function flat(texts: Texts, path: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  )
}

// A problem of the server is shown where its request was sent, beside the button that sends it again.
const refusals = readdirSync(new URL('en/', here))
  .filter((file) => file !== 'problems.json' && file !== 'refusals.json')
  .flatMap((file) => flat(JSON.parse(read(`texts/en/${file}`)) as Texts, `${file.slice(0, -5)}:`))
  .filter(([, text]) => REFUSES.test(text) && !text.includes('cannot be undone'))
  .map(([key]) => key.replace(/_(?:zero|one|other)$/, ''))

describe('texts that say “not here”', () => {
  test('are all known, with a way on', () => {
    const known = [...Object.keys(WAYS), ...Object.values(NOTES).flat()]
    expect(
      refusals.filter((key) => !known.includes(key)),
      'without a way on',
    ).toEqual([])
    expect(
      known.filter((key) => !refusals.includes(key)),
      'not a text any more',
    ).toEqual([])
  })

  test.each(Object.entries(WAYS))('%s leads on in its component', (_, [file, way]) => {
    const places = read(file).split(way)
    expect(places.length, `${way} in ${file}`).toBeGreaterThan(1)
    const isLabel = places.slice(0, -1).some((_place, at) => LABELS.test(places.slice(0, at + 1).join(way)))
    expect(CONTROLS.test(way) || isLabel, `${way} is no button of ${file}`).toBe(true)
  })
})

/** Problems whose sentence names no step, and what leads on where the page shows them. */
const SHOWN_WITH_A_STEP: Record<string, string> = {
  LICENSE_EXPIRED: 'a link to the licence',
  NOT_FOUND: 'a page says that it is gone, with a link to the list; a dialog closes',
  NONE_FOUND: 'an empty list with its first action',
  UNEXPECTED: 'Try again',
  MEDIA_WITHOUT_ADDRESS: 'the menu of the document',
  CHATBOT_QUESTION_LONG: 'the field of the widget, with the question',
  WRONG_PASSWORD: 'the field of the password',
  WOULD_CONTAIN_ITSELF: 'the search for another group',
}

const STEP =
  /(?:^|[.;:,] |or )(?:Add|Ask|Change|Check|Choose|Copy|Delete|Do|Download|Duplicate|Enter|Finish|Import|Load|Make|Reload|Remove|Send|Sign|Split|Start|Stop|Translate|Try|Upload|Use|Wait|You can|please, make sure|an administrator can|then)\b/i

test('a problem of the server says what to do', () => {
  const problems = ['problems', 'refusals'].flatMap((noun) =>
    Object.entries(JSON.parse(read(`texts/en/${noun}.json`)) as Record<string, string>),
  )
  expect(problems.filter(([, text]) => !STEP.test(text)).map(([code]) => code)).toEqual(
    Object.keys(SHOWN_WITH_A_STEP),
  )
})

test('an empty state without a step is one that says that nothing is left to do', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  )
  expect(files.filter((name) => /wayOn="none"/.test(read(name))).toSorted()).toEqual([
    'features/about/model-list.tsx',
    'features/bin/page.tsx',
    'features/chatbots/inbox/page.tsx',
    'features/chatbots/inbox/usage.tsx',
    'features/conversation/thread/thread.tsx',
    'features/datasources/passages/switched-off.tsx',
    'features/goldensets/votes/vote-dialog.tsx',
    'features/publications/lists.tsx',
    'features/releases/release-notes.tsx',
    'features/shares/manage/all-shares.tsx',
    'features/unanswered/not-answered.tsx',
  ])
})
