import { PROBE } from '../../../../contract/platform-limits.ts';
import {
  type Fields,
  fieldsOf,
  headersOf,
  isFields,
  listOf,
  parsed,
  plainPath,
  type Reached,
  textOf,
  withoutUser,
} from '../import/candidate.ts';
import { type GatusReader, hasVariable, isYes } from '../import/gatus-conditions.ts';
import { isOn } from '../import/uptime-kuma-groups.ts';

export function webOfKuma(monitor: Fields): Reached {
  const type = textOf(monitor.type);
  const path = plainPath(textOf(monitor.jsonPath).replace(/^\$\.?/, ''));
  const value = textOf(monitor.expectedValue);
  const reason = expectationReason(monitor, type, path);
  if (reason !== undefined) return { reason };
  const statuses = listOf(monitor.acceptedStatuscodes ?? monitor.acceptedStatuscodesJson);
  const { url, auth } = withoutUser(textOf(monitor.url));
  const { secrets, changes } = secretsOf(monitor);
  return {
    platform: {
      kind: 'web',
      url,
      method: textOf(monitor.method).toUpperCase() || 'GET',
      ...(statuses.length > 0 && { statuses: statuses.join(', ') }),
      ...(type === 'keyword' && { word: textOf(monitor.keyword) }),
      ...(type === 'json-query' && { json: { path, value } }),
      redirects: redirectsOf(monitor),
      tls: isOn(monitor.ignoreTls) ? 'any' : 'trusted',
      secrets: { ...(auth && { auth }), ...secrets },
    },
    changes: [
      ...changes,
      textOf(monitor.body) !== '' && 'Its body is not sent.',
      textOf(monitor.proxyId) !== '' && 'It is called without the proxy.',
    ],
  };
}

/** As many as Kuma follows where it does not say how many. */
const redirectsOf = ({ maxredirects }: Fields): number =>
  textOf(maxredirects) === ''
    ? PROBE.redirectsMax
    : Math.min(Number(maxredirects) || 0, PROBE.redirectsMax);

function expectationReason(monitor: Fields, type: string, path?: string): string | undefined {
  const operator = textOf(monitor.jsonPathOperator) || '==';
  if (type === 'keyword' && isOn(monitor.invertKeyword))
    return 'It is up while a word is missing, which is not probed here.';
  if (type === 'json-query' && (operator !== '==' || path === undefined))
    return 'Its JSON query is more than a path and a value.';
  return undefined;
}

function secretsOf(monitor: Fields) {
  const username = textOf(monitor.basicAuthUser);
  const password = textOf(monitor.basicAuthPass);
  const method = textOf(monitor.authMethod) || 'basic';
  const { headers: given } = monitor;
  const headers = headersOf(fieldsOf(isFields(given) ? given : parsed(textOf(given))));
  const isBasic = method === 'basic' && username !== '';
  const token = textOf(monitor.bearerToken);
  return {
    secrets: {
      ...(isBasic && { auth: { username, password } }),
      ...(token !== '' && !isBasic && { auth: { token } }),
      ...(Object.keys(headers).length > 0 && { headers }),
    },
    changes: [
      method !== 'basic' && token === '' && `It does not sign in by ${method}.`,
      textOf(given) !== '' && parsed(textOf(given)) === undefined && 'Its headers cannot be read.',
    ],
  };
}

export const webOfGatus: GatusReader = (endpoint, address, conditions) => {
  const { statuses, json, body, others } = conditions;
  if (statuses === '') return { reason: 'No status fits its conditions.' };
  const client = fieldsOf(endpoint.client);
  const { url, auth } = withoutUser(address);
  const headers = headersOf(fieldsOf(endpoint.headers));
  const isVariable = Object.values(headers).some(hasVariable);
  const isSent = Object.keys(headers).length > 0 && !isVariable;
  const secrets = { ...(auth && { auth }), ...(isSent && { headers }) };
  return {
    platform: {
      kind: 'web',
      url,
      method: textOf(endpoint.method).toUpperCase() || 'GET',
      statuses,
      json,
      word: body?.text ?? null,
      redirects: isYes(client['ignore-redirect']) ? 0 : PROBE.redirectsMax,
      tls: isYes(client.insecure) ? 'any' : 'trusted',
      ...(Object.keys(secrets).length > 0 && { secrets }),
    },
    changes: [
      ...others,
      body?.isPart === false && 'Its answer has to contain the text, and may be more.',
      ...notSent(endpoint, isVariable),
    ],
  };
};

const notSent = ({ body }: Fields, isVariable: boolean) => [
  textOf(body) !== '' && 'Its body is not sent.',
  isVariable && 'Its headers have a variable and are not sent.',
];
