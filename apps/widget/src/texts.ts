// The texts that a widget needs before the first answer. Every page that has a chatbot loads all of them, so they are short.
import { cyrillic } from './cyrillic.ts'

const en = {
  ask: 'Ask a question',
  close: 'Close',
  send: 'Send',
  stop: 'Stop',
  wait: 'Answering…',
  offline: 'The server cannot be reached. Your question is kept.',
  closed: 'This chatbot cannot answer at the moment. Please try again later.',
  long: 'A question can have # characters.',
  retry: 'Try again',
  check: 'Automatic answer, please check',
  you: 'You',
}
export type Texts = Readonly<Record<keyof typeof en, string>>

const de: Texts = {
  ask: 'Frage stellen',
  close: 'Schließen',
  send: 'Senden',
  stop: 'Stoppen',
  wait: 'Antwort wird erstellt…',
  offline: 'Der Server ist nicht erreichbar. Ihre Frage bleibt erhalten.',
  closed: 'Dieser Chatbot kann gerade nicht antworten. Bitte versuchen Sie es später erneut.',
  long: 'Eine Frage kann # Zeichen haben.',
  retry: 'Erneut versuchen',
  check: 'Automatische Antwort, bitte prüfen',
  you: 'Sie',
}

const bg: Texts = cyrillic({
  ask: 'Задайте въпрос',
  close: 'Затваряне',
  send: 'Изпращане',
  stop: 'Спиране',
  wait: 'Отговорът се подготвя…',
  offline: 'Сървърът не е достъпен. Въпросът ви е запазен.',
  closed: 'Този чатбот не може да отговори в момента. Опитайте отново по-късно.',
  long: 'Въпросът може да има # знака.',
  retry: 'Нов опит',
  check: 'Автоматичен отговор, моля, проверете',
  you: 'Вие',
})

export const TEXTS = { en, de, bg }
