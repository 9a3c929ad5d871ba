// Synonyms: words of users for terms of the help.
import { words } from './words.ts'

const SYNONYMS: Record<string, readonly (readonly [asked: string, inHelp: string])[]> = {
  en: [
    ['upload', 'attach'],
    ['export save', 'download'],
    ['begin new', 'start'],
    ['conversation', 'chat'],
    ['remove erase', 'delete'],
    ['invite', 'create user'],
    ['colleague coworker somebody others', 'people'],
    ['account', 'user'],
    ['dark light', 'theme'],
    ['key', 'token'],
    ['forgot forgotten', 'reset'],
    ['use pick select', 'choose'],
    ['picture', 'photo'],
    ['pause abort interrupt', 'stop'],
    ['login log', 'sign'],
    ['logout', 'sign out'],
    ['difference', 'compare'],
    ['colors color', 'colours'],
    ['team department', 'group'],
  ],
  de: [
    ['hochladen', 'anhängen'],
    ['exportieren speichern sichern', 'herunterladen'],
    ['beginnen anfangen neu anlegen', 'starten'],
    ['unterhaltung gespräch', 'chat'],
    ['entfernen', 'löschen'],
    ['einladen', 'Benutzer erstellen'],
    ['kollege kollegin jemand leute andere', 'Personen'],
    ['dunkelmodus nachtmodus', 'dunkel'],
    ['schlüssel', 'token'],
    ['vergessen', 'zurücksetzen'],
    ['nehmen auswählen aussuchen', 'wählen'],
    ['bild profilbild', 'foto'],
    ['abbrechen anhalten beenden', 'stoppen'],
    ['einloggen', 'anmelden'],
    ['ausloggen', 'abmelden'],
    ['kennwort', 'passwort'],
    ['tastenkombination tastaturkürzel', 'tastenkürzel'],
    ['umschalten umstellen', 'wechseln'],
    ['finden', 'suchen'],
    ['alt', 'früher'],
    ['team abteilung', 'gruppe'],
  ],
  bg: [
    ['кача качване', 'прикачване'],
    ['експортирам запазя', 'изтегляне'],
    ['нов започна', 'започване'],
    ['разговор', 'чат'],
    ['махна премахна', 'изтриване'],
    ['поканя покана', 'създаване потребител'],
    ['колега другите хора', 'хората'],
    ['тъмен', 'тема'],
    ['ключ', 'токен'],
    ['забравих', 'нова'],
    ['избера', 'избор'],
    ['прекъсна', 'спиране'],
    ['вляза', 'вход'],
    ['изляза', 'изход'],
    ['отпечатам разпечатам', 'печат'],
    ['екип отдел', 'група'],
  ],
}

const found = new Map(
  Object.entries(SYNONYMS).map(([language, pairs]) => {
    const entries = pairs.flatMap(([asked, inHelp]) =>
      words(asked, language).map((word) => [word, words(inHelp, language)] as const),
    )
    return [language, new Map(entries)]
  }),
)

/** Returns the help's terms for a word of a question, as stems. */
export const synonymsOf = (word: string, language: string): readonly string[] =>
  found.get(language)?.get(word) ?? []
