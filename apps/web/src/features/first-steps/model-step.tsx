import type { Provider } from '@polylogue/contract'
import { useState } from 'react'
import { useAppName } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { silenceOf, useEmbeddedState, useProviders } from '#features/providers/index.ts'
import { NOTHING_TYPED, type TypedServer } from './address.ts'
import { AddressForm } from './address-form.tsx'
import { useFoundServers } from './connect.ts'
import { CatalogueChoice } from './catalogue-choice.tsx'
import { Downloads } from './downloads.tsx'
import css from './first-steps.module.css'
import { FoundServers } from './found-servers.tsx'

interface ModelStepProps {
  typed: TypedServer
  onTyped: (typed: TypedServer) => void
}

/** Connects a model: a server that was found, an address, or a catalogue model. Downloads in progress come first. */
export function ModelStep({ typed, onTyped }: ModelStepProps) {
  const { t } = useTranslation('first-steps')
  const app = useAppName()
  const { data: providers } = useProviders()
  const embedded = useEmbeddedState()
  const own = providers?.find(({ kind }) => kind === 'embedded')
  const { data: found } = useFoundServers()
  const [asked, setAsked] = useState<boolean>()
  const hasFound = found?.some(({ connected }) => !connected)
  // When a server was found, the other ways are behind a button, unless somebody uses them already.
  const isOpen = asked ?? hasFound === false
  const bare = providers?.filter(({ kind, numModels }) => isServer(kind) && numModels === 0) ?? []
  return (
    <>
      <p>{t('model.text', { app })}</p>
      <Downloads />
      {bare.map((provider) => (
        <Bare key={provider.id} provider={provider} />
      ))}
      <FoundServers onConnected={() => onTyped(NOTHING_TYPED)} />
      {hasFound && (
        <div>
          <Button
            kind="quiet"
            icon={isOpen ? 'chevron-down' : 'chevron-right'}
            aria-expanded={isOpen}
            onClick={() => setAsked(!isOpen)}
          >
            {t('model.other')}
          </Button>
        </div>
      )}
      {isOpen && (
        <div className={css.choices} onFocus={() => setAsked(true)}>
          <AddressForm typed={typed} onTyped={onTyped} />
          {embedded === 'ready' && own && <CatalogueChoice providerId={own.id} />}
        </div>
      )}
    </>
  )
}

const isServer = (kind: Provider['kind']): boolean => kind === 'ollama' || kind === 'openai'

/** A connected server without models: it is unreachable, or has none yet. */
function Bare({ provider: { name, hosts, can } }: { provider: Provider }) {
  const { t } = useTranslation('first-steps')
  const answers = hosts.some(({ ok }) => ok)
  const isRefused = silenceOf(hosts) === 'keyRejected'
  return (
    <div className={css.row}>
      <p className={css.what}>
        {t(`model.${answers ? 'noModels' : isRefused ? 'keyRejected' : 'awaited'}`, { name })}
      </p>
      {answers && can.fetch && (
        <LinkButton kind="fill" to="/admin/models-crud?dialog=add-model">
          {t('model.addModel')}
        </LinkButton>
      )}
      {!answers && <LinkButton to="/admin/providers">{t('model.providers')}</LinkButton>}
    </div>
  )
}
