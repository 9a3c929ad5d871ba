// Words that new users stumbled over and that were replaced (decision 139): no text has them in any language, wherever people
// read it: page, widget, help, messages of the server, documentation.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** What people read. The release notes and decisions tell what was, and may name it. */
const PLACES = [
  'apps/web/src/texts/{en,de,bg}/*.json',
  'apps/web/src/texts/shared*.ts',
  'apps/widget/src/**/*.ts',
  'apps/server/static/md/{en,de,bg}/help/*.md',
  'apps/server/static/data/**/*.json',
  'apps/server/src/**/*.ts',
  'packages/contract/src/**/*.ts',
  'docs/*.md',
  'README.md',
]

const texts = PLACES.flatMap((place) => {
  const found = globSync(place, { cwd: root }).filter((file) => !file.includes('.test.'))
  expect(found, place).not.toEqual([])
  return found.map((file) => [file, readFileSync(root + file, 'utf8').replaceAll(/\s+/g, ' ')] as const)
})

/** What was said in English, German and Bulgarian, without what comes before and after; one line for each of the table. */
const GIVEN_UP: readonly (readonly string[])[] = [
  ['to repository', 'in Sammlung speichern', 'in der Sammlung gespeichert', 'Запазване в библиотеката'],
  ['output form', 'Ausgabeform', 'Форма на отговора', 'форма на отговора'],
  ['where something is filled in', 'wo etwas eingesetzt wird', 'там, където нещо се попълва'],
  ['Open a project to run', 'Öffnen Sie ein Projekt, um', 'Отворете проект, за да изпълните'],
  ['Sends the filled prompt', 'Stellt den Prompt in einem neuen Tab', 'Задава заявката в нов раздел'],
  [
    'placeholders are open',
    'placeholder is open',
    'Platzhalter sind offen',
    'Platzhalter ist offen',
    'полета не са попълнени',
  ],
  [
    'Includes all members of a group',
    'Schließt alle Mitglieder einer Gruppe ein',
    'Включва всички членове на групата',
  ],
  ['Set their access below', 'Legen Sie unten den Zugriff fest', 'Задайте достъпа по-долу'],
  ['Save sharing', 'Freigabe speichern', 'Запазване на споделянето'],
  ['It begins when somebody', 'Es beginnt, wenn jemand', 'То започва, когато го одобри'],
  ['of your shares was approved', 'Ihrer Freigaben wurde genehmigt', 'от Вашите споделяния е одобрено'],
  ['Documents that answers may use', 'die Antworten nutzen dürfen', 'които отговорите може да ползват'],
  ['items in the media list', 'in der Medienliste', 'елементи в списъка с медии'],
  ['Size of a passage', 'Größe einer Textstelle', 'Размер на откъса'],
  [
    'document has no text.',
    'Dokument enthält keinen Text.',
    'Dokument hat keinen Text.',
    'Документът няма текст.',
  ],
  ['address cannot be fetched', 'Adresse kann nicht abgerufen werden', 'Адресът не може да се изтегли'],
  [
    'ata source says nothing about this',
    '“ says nothing about',
    'Dazu steht nichts in der Daten',
    'В източника на данни няма нищо',
  ],
  ['too common to count', 'zu häufig, zählt nicht', 'не се брои'],
  ['Score {{', 'Wertung {{', 'Оценка {{'],
  ['occur nowhere', 'occurs nowhere', 'nirgends vor', 'не се срещат никъде', 'не се среща никъде'],
  [
    'go on without it',
    'arbeiten ohne sie weiter',
    'kommen ohne sie aus',
    'продължават без него',
    'ще продължат без нея',
  ],
  ['Message {{count}}', 'Nachricht an {{count}}', 'Съобщение до {{count}}'],
  ['Stream answers', 'Antworten streamen', '"Stream"', '"Streamen"', '"На живо"'],
  ['good answer must hold', 'eine gute Antwort enthalten muss', 'какво трябва да има в добрия отговор'],
  ['In upper or lower case', 'Groß- und Kleinschreibung sind gleich', 'Главните и малките букви са еднакви'],
  ['the same line as', 'in derselben Reihe wie', 'на същата опашка като'],
  ['Translated by {{', 'Übersetzt von {{name}}.', 'Превежда {{'],
  ['are not fully supported', 'werden nicht vollständig unterstützt', 'не се поддържат напълно'],
]

test.each(GIVEN_UP.map((words) => [words[0] ?? '', words] as const))('no text says “%s”', (_, words) => {
  const found = texts.flatMap(([file, text]) =>
    words
      .filter((one) => text.includes(one))
      .map((one) => `${file}: …${text.slice(Math.max(0, text.indexOf(one) - 60), text.indexOf(one) + 80)}…`),
  )
  expect(found).toEqual([])
})
