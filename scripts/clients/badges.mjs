// The verifier of another project checks what Lectern publishes of its badges (internal/learning/openbadge/testdata): it accepts what is
// genuine, and refuses what was changed, what says more than its contexts know, and what was revoked. It fetches nothing.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'

import { contexts as ofCredentials } from '@digitalbazaar/credentials-context'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { contexts as ofIntegrity } from '@digitalbazaar/data-integrity-context'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { contexts as ofMultikey } from '@digitalbazaar/multikey-context'
import { verifyCredential } from '@digitalbazaar/vc'
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list'

const folder = new URL('../../internal/learning/openbadge/', import.meta.url)
const read = async (name) => JSON.parse(await readFile(new URL(name, folder), 'utf8'))
const issuer = await read('testdata/issuer.json')
const list = await read('testdata/status-list.json')

// The context of https://www.w3.org/ns/did/v1, as far as an issuer uses it.
const keysOfIssuers = {
  '@protected': true,
  id: '@id',
  type: '@type',
  assertionMethod: { '@id': 'https://w3id.org/security#assertionMethod', '@type': '@id', '@container': '@set' },
}
const documents = new Map([
  ...ofCredentials,
  ...ofIntegrity,
  ...ofMultikey,
  ['https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json', await read('contexts/open-badges-3.0.3.json')],
  ['https://www.w3.org/ns/did/v1', { '@context': keysOfIssuers }],
  [issuer.id, issuer],
  [list.id, list],
  ...issuer.assertionMethod.map((key) => [key.id, { '@context': 'https://w3id.org/security/multikey/v1', ...key }]),
])

async function documentLoader(url) {
  const document = documents.get(url)
  if (!document) throw new Error(`not published: ${url}`)
  return { contextUrl: null, documentUrl: url, document }
}

const suite = () => new DataIntegrityProof({ cryptosuite })

/** Whether the verifier accepts a badge, and whether the status list has it as revoked. */
async function verdict(credential) {
  let revoked
  const { verified } = await verifyCredential({
    credential,
    suite: suite(),
    documentLoader,
    checkStatus: async (options) => {
      const checked = await checkStatus({
        ...options,
        documentLoader,
        suite: suite(),
        verifyBitstringStatusListCredential: true,
      })
      revoked = checked.results?.some(({ status }) => status)
      return checked
    },
  })
  return { verified, revoked }
}

const badge = await read('testdata/badge.json')
assert.deepEqual(await verdict(badge), { verified: true, revoked: false }, 'a genuine badge')
assert.equal((await verdict(await read('testdata/revoked-badge.json'))).revoked, true, 'a revoked badge')

const changed = structuredClone(badge)
changed.credentialSubject.achievement.name = 'Wasps'
assert.equal((await verdict(changed)).verified, false, 'a badge for another course')
assert.equal((await verdict({ ...badge, grade: 'A' })).verified, false, 'a badge with a word that no context knows')
