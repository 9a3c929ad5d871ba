import type { ChatBot } from '@polylogue/contract'
import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { copyText } from '#ui/markdown/copy-text.ts'
import css from './list.module.css'

interface KeysProps {
  bot: Pick<ChatBot, 'name' | 'identifier' | 'secret'>
  isOwner: boolean
}

/** The public identifier, and for its owner the secret, hidden at first. */
export function Keys({ bot, isOwner }: KeysProps) {
  const { t } = useTranslation('chatbots')
  const { name, identifier, secret } = bot
  const [shown, setShown] = useState(false)
  return (
    <dl className={css.keys}>
      <div>
        <dt>{t('identifier')}</dt>
        <dd>
          <code className="cut" title={identifier}>
            {identifier}
          </code>
          <CopyKey label={t('copyIdentifier', { name })} value={identifier} />
        </dd>
      </div>
      {isOwner && secret !== '' && (
        <div>
          <dt>{t('secret')}</dt>
          <dd>
            {shown ? (
              <code className="cut" title={secret}>
                {secret}
              </code>
            ) : (
              <span role="img" aria-label={t('secretHidden')}>
                ••••••••••••
              </span>
            )}
            <IconButton
              icon={shown ? 'eye-off' : 'eye'}
              label={t(shown ? 'hideSecret' : 'showSecret', { name })}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            />
            <CopyKey label={t('copySecret', { name })} value={secret} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function CopyKey({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('chatbots')
  const [copied, setCopied] = useState<boolean>()
  const copy = async () => setCopied(await copyText(value))
  return (
    <>
      <IconButton icon={copied ? 'check' : 'copy'} label={label} onClick={() => void copy()} />
      <span className={copied === false ? css.notCopied : 'sr'} role="status">
        {copied === undefined ? '' : t(copied ? 'copied' : 'notCopied')}
      </span>
    </>
  )
}
