import type { Message } from '@polylogue/contract'
import { MESSAGE_STATE } from '@polylogue/contract/browser'
import { useState, type ReactNode } from 'react'
import { useFormat } from '#lib/format.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { copyText } from '#ui/markdown/index.ts'
import { ModelMenu } from '#features/models/index.ts'
import { useIsInstalled } from '#features/plugins/index.ts'
import { useShowsFigures } from '#features/settings/index.ts'
import { useShownTranslation } from '#features/translate/index.ts'
import { useRate } from '../messages/index.ts'
import css from '../conversation.module.css'
import { MessageMenu } from './message-menu.tsx'
import type { AskAgain } from './use-ask-again.ts'

interface ActionsProps {
  message: Message
  canWrite: boolean
  flip: ReactNode
  onAgain: AskAgain
}

/** Shows the actions of a finished answer, and its figures if enabled. */
export function Actions({ message, canWrite, flip, onAgain }: ActionsProps) {
  const { t } = useTranslation('conversation')
  const figures = useShowsFigures()
  const isInstalled = useIsInstalled()
  const translated = useShownTranslation(message.id)?.text
  return (
    <div className={css.actions}>
      {flip}
      <div className={css.buttons} role="toolbar" aria-label={t('answerActions')}>
        {message.responseText !== '' && isInstalled('copy-response') && (
          <CopyAnswer text={translated ?? message.responseText} />
        )}
        {message.can.rate && message.responseText !== '' && isInstalled('rate-message') && (
          <Rating message={message} />
        )}
        {canWrite && message.state !== MESSAGE_STATE.failed && (
          <IconButton
            icon="refresh"
            label={t('regenerate')}
            onClick={() => void onAgain(message, message.queryText)}
          />
        )}
        {canWrite && message.queryText !== '' && (
          <ModelMenu
            icon="arrows-exchange"
            label={t('answerWith')}
            value={{ modelId: message.modelId, modelTagId: message.modelTagId }}
            onChange={(model) => void onAgain(message, message.queryText, { model })}
          />
        )}
        <MessageMenu message={message} />
      </div>
      {figures && <Figures message={message} />}
    </div>
  )
}

export function CopyAnswer({ text }: { text: string }) {
  const { t } = useTranslation('conversation')
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <>
      <IconButton icon={copied ? 'check' : 'copy'} label={t('copyAnswer')} onClick={() => void copy()} />
      <span className="sr" role="status">
        {copied ? t('copied') : ''}
      </span>
    </>
  )
}

/** A second click on the same vote removes it (MESSAGE-4). */
export function Rating({ message }: { message: Message }) {
  const { t } = useTranslation('conversation')
  const rate = useRate()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const vote = (value: 1 | -1) =>
    rate.mutate(
      { message, rating: message.rating === value ? 0 : value },
      {
        onError: (error) =>
          notices.show({ kind: 'failure', title: t('notRated'), text: errorMessage(error).sentence }),
      },
    )
  const up = message.rating === 1
  const down = message.rating === -1
  return (
    <>
      <IconButton
        icon={up ? 'thumb-up-filled' : 'thumb-up'}
        label={t('good')}
        aria-pressed={up}
        className={css.vote}
        onClick={() => vote(1)}
      />
      <IconButton
        icon={down ? 'thumb-down-filled' : 'thumb-down'}
        label={t('bad')}
        aria-pressed={down}
        className={css.vote}
        onClick={() => vote(-1)}
      />
    </>
  )
}

/** Below this duration the speed is not shown. */
const BLINK_MS = 100

/** Shows tokens, tokens per second and seconds of an answer. */
export function Figures({ message }: { message: Message }) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  const { numTokResponse, tokenPerSeconds, responseTime, overallResponseTime } = message
  const time = responseTime ?? overallResponseTime
  const measurable = (time ?? 0) >= BLINK_MS
  const figures = [
    numTokResponse === null
      ? ''
      : t('tokens', { count: numTokResponse, tokens: format.number(numTokResponse) }),
    tokenPerSeconds === null || !measurable ? '' : t('speed', { speed: format.number(tokenPerSeconds, 1) }),
    // The end of a stopped answer already shows its time.
    time === null || !measurable || message.state === MESSAGE_STATE.aborted
      ? ''
      : t('seconds', { seconds: format.number(time / 1_000, 1) }),
  ].filter(Boolean)
  return <span className={css.figures}>{figures.join(' · ')}</span>
}
