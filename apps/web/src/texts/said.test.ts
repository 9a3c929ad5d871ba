// The words that the product says and those that it gave up, so that a later change does not bring them back (decision 139).
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

type Texts = { [key: string]: string | Texts }

const here = new URL('./', import.meta.url)
const root = fileURLToPath(new URL('../../../../', import.meta.url))

function flat(texts: Texts, path: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  )
}

const textsOf = (language: string) =>
  new Map(
    readdirSync(new URL(`${language}/`, here)).flatMap((file) => {
      const texts = JSON.parse(readFileSync(new URL(`${language}/${file}`, here), 'utf8')) as Texts
      return flat(texts, `${file.slice(0, -5)}:`)
    }),
  )
const ENGLISH = textsOf('en')
const GERMAN = textsOf('de')

/** A text and what it says; a part of it where it says more. */
const SAID: readonly (readonly [key: string, en: string, de: string])[] = [
  ['compare:title', 'Ask all tabs', 'Alle Tabs fragen'],
  ['compare:lead', 'answers appear side by side', 'Antworten stehen nebeneinander'],
  ['compare:together', 'Scroll together', 'Synchron scrollen'],
  ['compare:send_other', 'Ask {{count}} models', '{{count}} Modelle fragen'],
  ['compare:stream', 'Show answers while they are written', 'Antworten beim Schreiben zeigen'],
  ['conversation:optionsInPro', 'Prompt options (pro mode)', 'Prompt-Optionen (Profi-Modus)'],
  [
    'conversation:emptyTextGuide',
    'Ask about {{app}}, or choose another model.',
    'Fragen Sie etwas zu {{app}}',
  ],
  ['conversation:cutAtLength', 'Stopped at the maximum length.', 'Bei der Höchstlänge beendet.'],
  ['conversation:notRated', 'Could not save the rating.', 'Die Bewertung konnte nicht gespeichert werden.'],
  ['conversation:passagesUsed_other', '{{used}} of {{whole}} passages used', 'Textstellen verwendet'],
  [
    'conversation:notice.DATASOURCE_EMPTY',
    'Nothing found in “{{name}}”. This answer is not from your documents.',
    'In „{{name}}“ nichts gefunden. Diese Antwort stammt nicht aus Ihren Dokumenten.',
  ],
  ['shell:freeWorkspace', 'Focus view', 'Fokusansicht'],
  ['shell:setStart', 'Set as start page', 'Als Startseite festlegen'],
  ['models:guide.short', 'Quoted from the help. Guide does not generate text.', 'Zitiert aus der Hilfe.'],
  ['models:guide.role', 'Help assistant: answers questions about {{app}}', 'Hilfe-Assistent'],
  ['message:fact.firstPiece', 'Time to first token', 'Zeit bis zum ersten Token'],
  ['message:fact.overallTime', 'Total time', 'Gesamtzeit'],
  [
    'session:changeFirstText',
    'An administrator set your password.',
    'Ein Administrator hat Ihr Passwort gesetzt.',
  ],
  ['users:password.changeLead', 'You will be signed out everywhere.', 'Sie werden überall abgemeldet.'],
  [
    'users:roleHint',
    'You cannot assign a role above yours.',
    'Sie können keine höhere Rolle als Ihre eigene vergeben.',
  ],
  ['user-list:shownOnce', 'Shown once. Reset it under Edit.', 'Wird nur einmal gezeigt.'],
  ['user-list:canUseUi', 'Can use the web app', 'Darf die Web-App nutzen'],
  ['projects:nameMissing', 'Enter a name.', 'Geben Sie einen Namen ein.'],
  ['projects:edit_chat', 'Edit chat', 'Chat bearbeiten'],
  ['projects:delete_chat', 'Delete chat', 'Chat löschen'],
  ['prompt-options:wrong.bounds', 'Enter {{min}} to {{max}}.', 'Wert von {{min}} bis {{max}}.'],
  ['prompt-options:notObeyed_one', 'Not supported by this model', 'Von diesem Modell nicht unterstützt'],
  ['prompt-options:perLine', 'One per line.', 'Eine pro Zeile.'],
  ['help:supported', 'Supported options', 'Unterstützte Optionen'],
  ['help:pictures', 'Image input', 'Bildeingabe'],
  ['model-management:lead', 'Order used in every model list.', 'Reihenfolge in allen Modelllisten.'],
  [
    'model-management:addLead',
    'Downloads the model and makes it available.',
    'Lädt das Modell herunter und stellt es bereit.',
  ],
  ['model-management:mayTakeLong', 'This can take a while.', 'Das kann etwas dauern.'],
  [
    'model-management:tagsHint',
    'Downloads continue after closing.',
    'Downloads laufen nach dem Schließen weiter.',
  ],
  ['model-management:deactivatedNotice', 'is hidden from model lists', 'wird in Modelllisten ausgeblendet'],
  ['model-management:states.absent', 'Not downloaded', 'Nicht heruntergeladen'],
  ['model-management:states.stored', 'Waiting to load', 'Wartet auf das Laden'],
  ['providers:lead', 'Unreachable hosts are skipped.', 'Nicht erreichbare Hosts werden übersprungen.'],
  ['providers:checkedAt', 'checked {{at}}', 'geprüft {{at}}'],
  ['providers:atOnce', 'Parallel requests', 'Parallele Anfragen'],
  ['providers:removeKey', 'Remove key', 'Schlüssel entfernen'],
  ['sharing:title', 'Share “{{name}}”', '„{{name}}“ teilen'],
  [
    'sharing:editLead',
    'Sharing with a group includes all its members.',
    'Eine Gruppe schließt alle ihre Mitglieder ein.',
  ],
  ['sharing:addHint', 'Then choose what they can do.', 'Danach legen Sie die Rechte fest.'],
  ['sharing:asking', 'They get access after approval.', 'Zugriff erst nach Genehmigung.'],
  [
    'publications:told.approvedNamed',
    '“{{name}}” is now shared with {{group}}.',
    '„{{name}}“ ist jetzt mit {{group}} geteilt.',
  ],
  [
    'contexts:deleteQuestion_other',
    'members lose access given through it.',
    'Mitglieder verlieren den Zugriff darüber.',
  ],
  ['contexts:notYourself', 'You cannot add yourself.', 'Sie können sich nicht selbst hinzufügen.'],
  ['usage:title', 'Your usage', 'Ihre Nutzung'],
  ['usage:tokensIn', 'Input tokens', 'Eingabe-Token'],
  ['audit:columns.on', 'Target', 'Ziel'],
  ['audit:columns.from', 'IP address', 'IP-Adresse'],
  ['audit:nobody', 'Not signed in', 'Nicht angemeldet'],
  [
    'tokens:ownLead',
    'Programs using it act with your permissions.',
    'Programme damit handeln mit Ihren Rechten.',
  ],
  ['tokens:dayMissing', 'Choose a future date.', 'Wählen Sie ein künftiges Datum.'],
  ['dashboard:noProjectsText', 'Your recent chats appear here.', 'Hier erscheinen Ihre letzten Chats.'],
  [
    'theme:lookLead',
    'apply immediately; colours are previews until saved',
    'gelten sofort; Farben sind bis zum Speichern Vorschau',
  ],
  ['replay:missing.prompts', 'Select at least one prompt.', 'Wählen Sie mindestens einen Prompt.'],
  ['prompts:save', 'Save prompt', 'Prompt speichern'],
  ['prompts:saved', 'Prompt saved.', 'Prompt gespeichert.'],
  ['prompts:add', 'New prompt', 'Neuer Prompt'],
  [
    'prompts:editLead',
    'The previous text is kept as a version.',
    'Der bisherige Text bleibt als Version erhalten.',
  ],
  ['prompts:output', 'Answer format (optional)', 'Antwortformat (optional)'],
  ['prompts:outputs.text', 'No format', 'Kein Format'],
  [
    'prompts:placeholdersHint',
    'for text that changes each time.',
    'steht für Text, der sich jedes Mal ändert.',
  ],
  ['prompts:executeInChat', 'Run in a new chat', 'In neuem Chat ausführen'],
  [
    'prompts:executeLead',
    'Opens a new tab with the filled-in prompt.',
    'Öffnet einen neuen Tab mit dem ausgefüllten Prompt.',
  ],
  ['prompts:unresolved', 'Fill in: {{names}}', 'Noch ausfüllen: {{names}}'],
  ['datasources:useDialog.newChat', 'New chat with this data source', 'Neuer Chat mit dieser Datenquelle'],
  [
    'datasources:lead',
    'chats can then answer from them and cite the page.',
    'aus denen Chats antworten und die sie zitieren.',
  ],
  ['media:empty', 'No documents yet', 'Noch keine Dokumente'],
  ['datasources:form.advanced', 'Advanced', 'Erweitert'],
  ['datasources:form.chunkSize', 'Passage length', 'Länge der Textstellen'],
  [
    'datasources:form.chunkSizeHint',
    'Shorter: more exact citations. Longer: more context.',
    'Kürzer: genauere Belege. Länger: mehr Zusammenhang.',
  ],
  ['datasources:reader.empty', 'No text found: probably a scan.', 'Kein Text gefunden, vermutlich ein Scan.'],
  ['media:reason.unreachable', 'only fetches public addresses', 'ruft nur öffentliche Adressen ab'],
  ['datasources:test.listed.found', 'Found:', 'Gefunden:'],
  ['datasources:test.listed.ignored', 'Ignored:', 'Ignoriert:'],
  ['datasources:test.match', 'Match:', 'Treffer:'],
  ['datasources:test.points.terms', 'words {{points}}', 'Wörter {{points}}'],
  ['datasources:test.points.letters', 'similar spelling {{points}}', 'ähnliche Schreibweise {{points}}'],
  [
    'datasources:test.unknown_other',
    'not in the passages that are switched on',
    'nicht in den eingeschalteten Textstellen',
  ],
  [
    'datasources:deleteQuestion_other',
    'Tabs that use it will answer without it.',
    'antworten dann ohne sie.',
  ],
  ['goldensets:prompts.emptyText', 'must contain', 'enthalten muss'],
  [
    'goldensets:checks.hints.contains',
    'Upper and lower case are ignored.',
    'Groß- und Kleinschreibung egal.',
  ],
  ['goldensets:checks.hints.pattern', 'Upper and lower case are ignored.', 'Groß- und Kleinschreibung egal.'],
  [
    'goldensets:runs.questions_other',
    'They use the normal queue.',
    'Sie laufen über die normale Warteschlange.',
  ],
  ['translate:title', 'Translate', 'Übersetzen'],
  ['translate:by', 'Uses {{name}}', 'Mit {{name}}'],
  ['vectors:modelHintNone', 'Off: data sources match words only. Choose a model to match meaning.', 'Aus: '],
  ['first-steps:question.chatName', 'My first chat', 'Mein erster Chat'],
  ['system:engineSum', '{{running}} running, {{waiting}} queued', '{{running}} laufen, {{waiting}} warten'],
]

test.each(SAID)('%s', (key, en, de) => {
  expect(ENGLISH.get(key), 'English').toContain(en)
  expect(GERMAN.get(key), 'German').toContain(de)
})

/** Words that were read as riddles, as another language, or as those of a program. */
const GIVEN_UP = [
  'to repository',
  'Output form',
  'output form',
  'In line',
  '}} in line',
  'Free up workspace',
  'Open this page first',
  'greatest length',
  'First word after',
  'obeys',
  'goes on when this is closed',
  'Take the key away',
  'no more, unless',
  'Nobody gives',
  'Nobody lets',
  'Whoever ',
  'What you begin',
  'a day that is not over',
  'are left out of the export',
  'say what a good answer',
  'occur nowhere',
  'Message {{count}} tabs',
  'are not fully supported',
]
test.each(GIVEN_UP)('no text says “%s”', (words) => {
  const found = [...ENGLISH].filter(([, text]) => text.includes(words))
  expect(found).toEqual([])
})

/** Prefixes of the error catalogues, word for word; every other failure says “Could not …”. */
const SPECIFIED = [
  'Cannot load projects',
  'Cannot get tokens',
  'Cannot update token',
  'Cannot delete token',
  'Cannot sort models',
  'Cannot get model tags',
  'Cannot get “contexts” context',
  'Cannot create/update context',
  'Cannot delete context',
  'Cannot get user',
  'Cannot get user card actions',
  'Cannot update profile',
  'Cannot load app tour scenario',
  'Cannot load src',
  'Cannot connect to real-time notifications service or connection is lost',
  'Cannot duplicate prompt.',
  'Cannot save custom instruction',
  'Cannot delete custom instruction',
  'Cannot get /datasources',
  'Cannot get data source with id',
  'Cannot create Data Source',
  'Cannot update Data Source',
  'Cannot delete Data Source',
  'Cannot leave project',
  'Cannot get chatbot',
  'Cannot create chatbot',
  'Cannot update chatbot',
  'Cannot delete chatbot',
  // Sentences of the server, which name the step.
  'Cannot translate ',
]

describe('failures', () => {
  test('say “Could not …”, unless a catalogue gives the words', () => {
    const found = [...ENGLISH].filter(
      ([, text]) => text.startsWith('Cannot ') && !SPECIFIED.some((words) => text.startsWith(words)),
    )
    expect(found).toEqual([])
  })

  test('are said in German as people say them', () => {
    const found = [...GERMAN].filter(([, text]) => /^Cannot |\/datasources|„contexts“/.test(text))
    expect(found).toEqual([])
  })
})

/** The help topics in Bulgarian. */
const BULGARIAN_HELP = globSync('apps/server/static/md/bg/help/*.md', { cwd: root }).map(
  (file) => [file, readFileSync(root + file, 'utf8')] as const,
)

test('Bulgarian addresses people with a capital letter and has one word for a prompt', () => {
  const found = [...textsOf('bg'), ...BULGARIAN_HELP].filter(
    ([, text]) =>
      /(?<![\p{L}#-])(?:вас|ви|вам|ваш\p{L}*|вие)(?![\p{L}])/u.test(text) || /промпт/iu.test(text),
  )
  expect(found.map(([key]) => key)).toEqual([])
})
