// Unusual data as in an old installation, which backups and upgrades must preserve. Uses only SQL and the first two
// migrations, so that it works with every later schema too.
import type pg from 'pg'

export const ODD_BLOBS = [
  { key: '00112233445566778899aabbccddeeff', bytes: Buffer.from([0, 255, 10, 13, 128]) },
  { key: 'ffeeddccbbaa99887766554433221100', bytes: Buffer.alloc(400_000, 'media ') },
  { key: '0123456789abcdef0123456789abcdef', bytes: Buffer.alloc(0) },
]

/** Anna's password. */
export const ODD_PASSWORD = 'Ein-guter-Satz-42'
// Hashed with minimum cost.
const HASH = '$argon2id$v=19$m=64,t=1,p=1$w307OemhBwOQcpByY6oa/Q$B1/cm8QjBcneatcQU29dBkHCd583Cx1iRyNY473nZT0'

const TEXT = `tab\there, back\\slash, \\N, "quotes", {braces}, NULL, line\nbreak\r\n, \u2028, 👩‍👩‍👧‍👦 Ünïcödé, \u0001 and \ufffd`
const LONG = 'A long answer with a 🐘 in it. '.repeat(32_000)

/** Fills a database that has the schema but no data. */
export async function fillOdd(db: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await people(db)
  await db.query(
    `INSERT INTO installation (name, value) VALUES ('setUpKey', '"secret"'), ('kept', '{"a": [1, null, "😀"]}');
     INSERT INTO providers (type_id, kind, name, base_url, api_key, is_local, source)
       VALUES (1, 'openai', 'remote', 'http://127.0.0.1:1/v1', 'v1:c2VhbGVk', false, 'environment');
     INSERT INTO models (uuid, provider_id, name) VALUES (gen_random_uuid(), 10, 'large');
     INSERT INTO model_tags (model_id, name, engine_name, size_bytes, capabilities)
       VALUES (10, 'latest', 'large', 9007199254740993, '{images,"odd, one",NULL,"\\"quoted\\"",""}');
     UPDATE models SET name = 'Guide, renamed' WHERE id = 1;`,
  )
  await conversation(db)
  await db.query(
    `INSERT INTO sessions (id, user_id, access_hash, access_until, refresh_hash, refresh_until, ends)
       VALUES ('00000000-0000-4000-8000-000000000009', 1, '\\x00ff', 'infinity', '\\x01', 'infinity', 'infinity');
     INSERT INTO spent_refresh_tokens (hash, session_id) VALUES ('\\x02', '00000000-0000-4000-8000-000000000009');
     INSERT INTO sign_in_failures (account, address) VALUES ('a', 'b');
     INSERT INTO servers (id, lock_key, heartbeat)
       VALUES ('00000000-0000-4000-8000-000000000008', 5, now() - interval '1 day');`,
  )
}

async function people(db: Pick<pg.ClientBase, 'query'>): Promise<void> {
  // The second user was deleted: their id is not reused, and their messages have no owner.
  await db.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id, created) VALUES
       (101, '00000000-0000-4000-8000-000000000001', 5, 'Anna 😀', 101, '2020-02-29 23:59:59.123456+00'),
       (103, '00000000-0000-4000-8000-000000000003', 3, '', 101, '0044-03-15 00:00:00+00 BC'),
       (104, '00000000-0000-4000-8000-000000000004', 9, 'project', 101, '9999-12-31 23:59:59.999999+00');
     UPDATE contexts SET owner_context_id = 101 WHERE id = 1;
     SELECT setval(pg_get_serial_sequence('contexts', 'id'), 250);
     INSERT INTO associations (context_id, assoc_context_id, can_write) VALUES (103, 101, true), (104, 103, false);
     INSERT INTO hidden_contexts VALUES (104, 101);
     INSERT INTO users (id, uuid, context_id, first_name, last_name, username, email, password_hash, role_id)
       VALUES (1, '00000000-0000-4000-8000-000000000005', 101, 'Anna', E'O''Neill\\\\', 'anna', 'anna@example.org', '${HASH}', 1);
     SELECT setval(pg_get_serial_sequence('users', 'id'), 2);
     INSERT INTO user_settings VALUES (1, 3, '', 'infinity'), (1, 4, '{"x":1}', '-infinity');`,
  )
}

async function conversation(db: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await db.query(
    `INSERT INTO projects (uuid, context_id, owner_id, name, description)
       VALUES (gen_random_uuid(), 104, 1, 'Elefanten', 'running and ran');
     INSERT INTO tabs (uuid, project_id, tab_index, name) VALUES (gen_random_uuid(), 1, 0, '👋');`,
  )
  const message = `INSERT INTO messages (uuid, tab_id, turn_id, user_id, model_id, model_tag_id, model_name,
      model_tag_name, query_text, response_text, state, options, sources, statistics, tokens_per_second, created)
    VALUES (gen_random_uuid(), 1, $1, $2, 10, 10, 'large', 'latest', $3, $4, $5, $6, $7, $8, $9, $10)`
  const sources = JSON.stringify([{ title: '"\\\u{1f600}', page: null }])
  const statistics = '{"n": 12345678901234567890.000123, "t": 0.1}'
  for (const values of [
    [1, 1, TEXT, LONG, 2, '{}', sources, statistics, 0.1, '2026-01-01 00:00:00.000001+00'],
    [2, null, 'of somebody deleted', '', 3, '{"stop":["\\n"]}', '[]', '{}', 33.333332, '2026-01-01'],
    [3, 1, 'being answered', '', 1, '{}', '[]', '{}', null, '2026-01-02'],
  ])
    await db.query(message, values)
  await db.query(
    `INSERT INTO attachments (message_id, position, name, mime_type, size, blob, text, created) VALUES
       (1, 0, 'Ä.png', 'image/png', 5, '${ODD_BLOBS[0]?.key}', NULL, now()),
       (1, 1, 'b.txt', 'text/plain', 400000, '${ODD_BLOBS[1]?.key}', '', now());
     INSERT INTO answer_events VALUES (3, 1, 1, '[{"type":"text","text":"Half an"}]'), (1, 1, 1, '[]'), (77, 1, 1, '[]');
     INSERT INTO message_search SELECT id, 101, state >= 2, words_of(query_text) FROM messages;`,
  )
}
