// Every text that says “not here” names a step that leads on, in the component that shows it.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Texts = { [key: string]: string | Texts }

const here = new URL('./', import.meta.url)
const source = new URL('../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, source), 'utf8')

const REFUSES =
  /not available|does not exist|no longer (?:exists|in|waits|offers)|not allowed|may not|need to be|switched off\.|not (?:installed|insta)|No model is deployed|cannot (?:be (?:shown|read|opened|reached|used|changed)|edit|use|share)|not there|Ask (?:an|your) administrator/i

/** The component that shows a refusal, and what it has for the way on. */
const WAYS: Record<string, [file: string, way: string]> = {
  'compare:gone': ['features/compare/compare-view.tsx', "t('toTabs')"],
  'conversation:messageGone': ['features/conversation/scroll/use-linked-message.ts', 'forget()'],
  'conversation:notAllowed': ['features/conversation/files/chosen-files.tsx', 'onClose'],
  'conversation:cannotSend.unavailable': ['features/conversation/composer/composer-bar.tsx', 'ModelPicker'],
  'conversation:unavailable': ['features/conversation/composer/composer-bar.tsx', 'ModelPicker'],
  'conversation:unavailableNamed': ['features/conversation/composer/lost-model-dialog.tsx', "t('useGuide'"],
  'conversation:unavailableText': ['features/conversation/composer/lost-model-dialog.tsx', "t('useGuide'"],
  'custinsts:lost': ['features/custinsts/in-use.tsx', 'onOpen'],
  'custinsts:lostText': ['features/custinsts/list.tsx', "t('stopLost')"],
  'dashboard:fileFailedText': ['features/dashboard/dashboard.tsx', 'file.refetch()'],
  'dashboard:noPermissionsText': ['features/dashboard/dashboard.tsx', "t('toProfile')"],
  'datasources:lost': ['features/datasources/use/in-use.tsx', 'onOpen'],
  'datasources:lostText': ['features/datasources/use/tab-uses.tsx', "t('stop')"],
  'datasources:useDialog.elsewhere': ['features/datasources/use/use-dialog.tsx', 'UseForm'],
  'errors:names.405': ['app/pages/error-page.tsx', "t('back')"],
  'errors:texts.403': ['app/pages/error-page.tsx', "t('back')"],
  'errors:texts.404': ['app/pages/error-page.tsx', "t('back')"],
  'goldensets:prompts.deletedBefore': ['features/goldensets/editor/entry-dialogs.tsx', 'close'],
  'goldensets:prompts.gone': ['features/goldensets/editor/edit-entry-dialog.tsx', "t('prompts.add')"],
  'goldensets:checks.judgeLost': ['features/goldensets/editor/check-fields.tsx', 'ModelPicker'],
  'help:onlyEnglish': ['features/help/help-topic.tsx', 'ElementTranslation'],
  'help:noModelText': ['app/pages/help-model-page.tsx', "t('models')"],
  'model-management:noTagsText': ['features/models/tags/tags-dialog.tsx', 'DialogFoot'],
  'models:none': ['features/models/picker/model-options.tsx', "t('toDeploy')"],
  'models:unavailableTitle': ['features/conversation/composer/lost-model-dialog.tsx', "t('useGuide'"],
  'plugins:missing': ['app/pages/plugin-page.tsx', "t('toHelp')"],
  'plugins:missingTitle': ['app/pages/plugin-page.tsx', "t('toHelp')"],
  'projects:gone': ['app/pages/project-page.tsx', "navigate('/'"],
  'projects:noOther': ['features/projects/picker/project-picker.tsx', "t('newProject')"],
  'prompts:lostModel': ['features/prompts/execute/execute-dialog.tsx', 'ModelFields'],
  'publications:over': ['features/publications/review.tsx', 'DialogFoot'],
  'session:noAccount': ['app/pages/sign-in-page.tsx', 'SignInForm'],
  'shell:unreachable': ['app/shell/offline-strip.tsx', "t('ui:tryAgain')"],
  'startup:modelGone': ['features/settings/startup-options-dialog.tsx', 'SelectField'],
  'tokens:apiClosed': ['features/tokens/api-closed.tsx', "t('toProfile')"],
  'ui:ledAway.notAllowed': ['ui/led-away.tsx', 'Navigate to="/"'],
  'ui:ledAway.notAllowedText': ['ui/led-away.tsx', 'Navigate to="/"'],
  'users:gone': ['app/pages/user-page.tsx', "navigate('/users'"],
  'users:photo.unreadable': ['features/users/photo/photo-box.tsx', "t('photo.choose')"],
  'users:signUp.off': ['app/pages/sign-up-page.tsx', 'toSignIn'],
  'workbench:original.damaged': ['features/datasources/reader/original.tsx', "t('original.download')"],
}

/** Texts beside a field, a row or a button that stays: they describe it and refuse nothing that somebody began. */
const NOTES = [
  'attachments:scan.missing',
  'conversation:closeNotAllowed',
  'conversation:issue.content',
  'datasources:media.recognition.missing',
  'datasources:media.recognition.off',
  'datasources:notSeen.no_access',
  'datasources:notSeen.not_deployed',
  'datasources:reason.gone',
  'datasources:test.vectorsUnavailable',
  'import:wrong.version',
  'import:wrong.zip',
  'labels:duplicate',
  'models:unavailable',
  'prompts:modelGone',
  'providers:kindStays',
  'providers:withoutEmbedded.missing',
  'sharing:notGranted',
  'startup:modelUnknown',
  'system:reasons.ENGINE_UNREACHABLE',
  'user-bulk:disableQuestion',
  'user-bulk:leftOut.gone',
  'user-csv:faults.notCreatable',
  'user-list:notCreatable',
  'user-list:reasons.notGranted',
  'users:tenant.hint',
  'vectors:whole.off',
  'workbench:why.not_indexed',
]

function flat(texts: Texts, path: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  )
}

// A problem of the server is shown where its request was sent, beside the button that sends it again.
const refusals = readdirSync(new URL('en/', here))
  .filter((file) => file !== 'problems.json')
  .flatMap((file) => flat(JSON.parse(read(`texts/en/${file}`)) as Texts, `${file.slice(0, -5)}:`))
  .filter(([, text]) => REFUSES.test(text) && !text.includes('cannot be undone'))
  .map(([key]) => key.replace(/_(?:zero|one|other)$/, ''))

describe('texts that say “not here”', () => {
  test('are all known, with a way on', () => {
    const known = [...Object.keys(WAYS), ...NOTES]
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
    expect(read(file)).toContain(way)
  })
})

test('an empty state without a step is one that says that nothing is left to do', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  )
  expect(files.filter((name) => /wayOn="none"/.test(read(name))).toSorted()).toEqual([
    'features/about/model-list.tsx',
    'features/conversation/thread/thread.tsx',
    'features/datasources/passages/switched-off.tsx',
    'features/datasources/questions/not-answered.tsx',
    'features/goldensets/votes/vote-dialog.tsx',
    'features/publications/lists.tsx',
    'features/releases/release-notes.tsx',
  ])
})
