// An OpenID Connect provider for the journeys: one page on which a user chooses an account. As strict as the
// standards (Core 1.0, RFC 7636), so that omissions by our server show.
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Person {
  sub: string
  email: string
  email_verified: boolean
  name: string
}

export interface IdentityProvider {
  issuer: string
  /** The flags with which to configure a server for it. */
  flags: string[]
  stop(): Promise<void>
}

const client = { id: 'lectern-journey', secret: 'a secret of journeys' }
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

interface Grant {
  person: Person
  nonce: string
  challenge: string
  redirect: string
}

/** Starts a provider with these accounts. */
export async function startIdentityProvider(label: string, people: Person[]): Promise<IdentityProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const grants = new Map<string, Grant>()
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', issuer)
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: true,
        })
      case '/keys':
        return json(200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig', alg: 'RS256' }] })
      case '/authorize':
        return response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(choice(url.searchParams))
      case '/chosen':
        return response.writeHead(303, { Location: grant(url.searchParams) }).end()
      case '/token': {
        const form = new URLSearchParams(await text(request))
        const body = exchange(form, request.headers.authorization ?? '')
        return json(body ? 200 : 400, body ?? { error: 'invalid_grant' })
      }
    }
    return json(404, {})
  }

  /** The page on which a user chooses an account. */
  function choice(query: URLSearchParams) {
    const ways = people.map(
      ({ sub, name }) => `<p><a href="/chosen?${new URLSearchParams([...query, ['sub', sub]])}">Go on as ${name}</a>`,
    )
    const no = `${query.get('redirect_uri')}?${new URLSearchParams({ error: 'access_denied', state: query.get('state') ?? '', iss: issuer })}`
    return `<!doctype html><html lang="en"><title>${label}</title><h1>${label}</h1>${ways.join('')}<p><a href="${no}">No, thank you</a>`
  }

  function grant(query: URLSearchParams) {
    const person = people.find(({ sub }) => sub === query.get('sub'))
    if (!person || query.get('client_id') !== client.id || query.get('code_challenge_method') !== 'S256')
      throw new Error('a bad request')
    const code = randomUUID()
    const redirect = query.get('redirect_uri') ?? ''
    grants.set(code, {
      person,
      redirect,
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
    })
    return `${redirect}?${new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer })}`
  }

  function exchange(form: URLSearchParams, authorization: string) {
    const code = form.get('code') ?? ''
    const found = grants.get(code)
    grants.delete(code)
    const [id, secret] = Buffer.from(authorization.replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (
      !found ||
      id !== client.id ||
      secret !== client.secret ||
      proof !== found.challenge ||
      form.get('redirect_uri') !== found.redirect
    )
      return undefined
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: client.id, iat: now, exp: now + 300, nonce: found.nonce, ...found.person }
    const signed = `${base64url({ alg: 'RS256', kid: '1' })}.${base64url(claims)}`
    const signature = sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: `${signed}.${signature}` }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no TCP port')
  const issuer = `http://127.0.0.1:${address.port}`
  return {
    issuer,
    flags: [
      '--oidc-issuer',
      issuer,
      '--oidc-client-id',
      client.id,
      '--oidc-client-secret',
      client.secret,
      '--oidc-label',
      label,
    ],
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function text(request: IncomingMessage) {
  let all = ''
  for await (const part of request) all += String(part)
  return all
}
