// The texts of what is loaded with the first question.
import { cyrillic } from '../cyrillic.ts'

const en = {
  clear: 'Start over',
  erase: 'Delete this chat?',
  save: 'Download',
  error: 'That did not work. Try again.',
  queue: 'In line: place #',
  stopped: 'Stopped.',
  offline: 'The server cannot be reached. Your question is kept.',
  closed: 'This chatbot cannot answer at the moment. Please try again later.',
  long: 'A question can have # characters.',
  shorten: 'This question is too long. Shorten it.',
  busy: 'Too many questions. Try again',
  ended: 'This chat has ended. Load the page again to begin another one.',
  up: 'Good answer',
  down: 'Bad answer',
  mail: 'E-mail address for a better answer',
  thanks: 'Thank you. The address is saved.',
  sources: 'Sources',
  web: 'Open web page',
  file: 'Download document',
}
export type Texts = Readonly<Record<keyof typeof en, string>>

const de: Texts = {
  clear: 'Von vorn beginnen',
  erase: 'Diesen Chat löschen?',
  save: 'Herunterladen',
  error: 'Das hat nicht funktioniert. Versuchen Sie es erneut.',
  queue: 'In der Warteschlange: Platz #',
  stopped: 'Gestoppt.',
  offline: 'Der Server ist nicht erreichbar. Ihre Frage bleibt erhalten.',
  closed: 'Dieser Chatbot kann gerade nicht antworten. Bitte versuchen Sie es später erneut.',
  long: 'Eine Frage kann # Zeichen haben.',
  shorten: 'Diese Frage ist zu lang. Kürzen Sie sie.',
  busy: 'Zu viele Fragen. Versuchen Sie es erneut',
  ended: 'Dieser Chat ist beendet. Laden Sie die Seite neu, um einen anderen zu beginnen.',
  up: 'Gute Antwort',
  down: 'Schlechte Antwort',
  mail: 'E-Mail-Adresse für eine bessere Antwort',
  thanks: 'Danke. Die Adresse ist gespeichert.',
  sources: 'Quellen',
  web: 'Webseite öffnen',
  file: 'Dokument herunterladen',
}

const bg: Texts = cyrillic({
  clear: 'Започване отначало',
  erase: 'Да се изтрие ли чатът?',
  save: 'Изтегляне',
  error: 'Не се получи. Опитайте отново.',
  queue: 'На опашката: място #',
  stopped: 'Спряно.',
  offline: 'Сървърът не е достъпен. Въпросът ви е запазен.',
  closed: 'Този чатбот не може да отговори в момента. Опитайте отново по-късно.',
  long: 'Въпросът може да има # знака.',
  shorten: 'Въпросът е твърде дълъг. Съкратете го.',
  busy: 'Твърде много въпроси. Опитайте отново',
  ended: 'Този чат приключи. Презаредете страницата, за да започнете нов.',
  up: 'Добър отговор',
  down: 'Лош отговор',
  mail: 'Имейл адрес за по-добър отговор',
  thanks: 'Благодарим. Адресът е запазен.',
  sources: 'Източници',
  web: 'Отваряне на уеб страницата',
  file: 'Изтегляне на документа',
})

export const TEXTS = { en, de, bg }
