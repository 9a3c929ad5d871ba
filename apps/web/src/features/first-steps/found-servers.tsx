import type { FoundServer } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import { useCreateProvider } from '#features/providers/index.ts'
import { useFoundServers } from './connect.ts'
import css from './first-steps.module.css'

const NAMES_SHOWN = 3

/** The model servers found on the server's own machine, each with a button that connects it. */
export function FoundServers({ onConnected }: { onConnected: () => void }) {
  const { t } = useTranslation('first-steps')
  const errorMessage = useErrorMessage()
  const { data: found, isError } = useFoundServers()
  const connect = useCreateProvider()
  const fresh = found?.filter(({ connected }) => !connected)
  const asked = connect.isPending ? connect.variables.addresses[0] : undefined
  return (
    <div className={css.part}>
      <h4 id="first-steps-found">{t('found.title')}</h4>
      <div role="status" className={css.status}>
        {!found && !isError && <p className={css.small}>{t('found.looking')}</p>}
        {fresh?.length === 0 && <p className={css.small}>{t('found.none')}</p>}
        {isError && !found && <p className={css.small}>{t('found.failed')}</p>}
      </div>
      {fresh && fresh.length > 0 && (
        <ul aria-labelledby="first-steps-found" className={css.rows}>
          {fresh.map((server, index) => (
            <li key={server.address} className={css.row}>
              <Server server={server} />
              <Button
                kind={index === 0 ? 'fill' : 'line'}
                busy={asked === server.address}
                aria-label={t('found.connectNamed', { name: placeOf(server) })}
                onClick={() => connect.mutate(requestFor(server), { onSuccess: onConnected })}
              >
                {t('found.connect')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {connect.error && <Problem>{errorMessage(connect.error).sentence}</Problem>}
    </div>
  )
}

const requestFor = ({ kind, address }: FoundServer) => ({
  kind,
  addresses: [address],
  oldServer: false,
  atOnce: null,
})

const placeOf = ({ address }: FoundServer): string => new URL(address).host

function Server({ server }: { server: FoundServer }) {
  const { t } = useTranslation('first-steps')
  const format = useFormat()
  const { kind, version, models } = server
  const shown = models.slice(0, NAMES_SHOWN).join(', ')
  const more = models.length - NAMES_SHOWN
  return (
    <div className={css.what}>
      <b>{t(`found.${kind}`)}</b>
      <span className={css.small}>
        {[version, placeOf(server)].filter(Boolean).join(' · ')}
        <br />
        {models.length === 0 && t('found.noModels')}
        {more > 0 ? t('found.more', { names: shown, count: more, number: format.number(more) }) : shown}
      </span>
    </div>
  )
}
