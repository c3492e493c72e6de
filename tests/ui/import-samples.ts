/** Files of other products, in the form that these write. */

const monitor = (name: string, type: string, more: object) => ({
  ...{ id: 1, name, description: null, parent: null, childrenIDs: [], weight: 2000, active: true },
  ...{ type, timeout: 48, interval: 60, retryInterval: 60, resendInterval: 0, keyword: null },
  ...{ url: 'https://', method: 'GET', hostname: null, port: null, maxretries: 1, body: null },
  ...{ invertKeyword: false, ignoreTls: false, upsideDown: false, maxredirects: 10 },
  ...{ accepted_statuscodes: [], dns_resolve_type: 'A', dns_resolve_server: '1.1.1.1' },
  ...{ proxyId: null, notificationIDList: { 1: true }, tags: [], headers: null, pushToken: null },
  ...{ authMethod: null, basic_auth_user: null, basic_auth_pass: null, expectedValue: null },
  ...more,
});

export const KUMA_BACKUP = JSON.stringify({
  version: '1.23.16',
  notificationList: [{ id: 1, name: 'Mail', active: true, isDefault: true, config: '{}' }],
  monitorList: [
    monitor('Core', 'group', { id: 7 }),
    monitor('Shop', 'http', {
      ...{
        parent: 7,
        tags: [
          { name: 'tier', value: '1' },
          { name: 'eu', value: '' },
        ],
      },
      ...{ url: 'https://shop.example/health', accepted_statuscodes: ['200-299', '401'] },
      ...{ ignoreTls: true, headers: '{"X-Key": "value"}' },
      ...{ authMethod: 'basic', basic_auth_user: 'ada', basic_auth_pass: 'word' },
    }),
    monitor('Search', 'keyword', {
      ...{ url: 'https://search.example', keyword: 'ready', active: false },
    }),
    monitor('Stock', 'json-query', {
      ...{ url: 'https://stock.example/api', method: 'POST', body: '{"all": true}' },
      ...{ jsonPath: '$.db.state', jsonPathOperator: '==', expectedValue: 'ok' },
    }),
    monitor('Db', 'port', { hostname: 'db.example', port: 5432, interval: 7200 }),
    monitor('Name', 'dns', { hostname: 'mesh.example', port: 53, dns_resolve_type: 'MX' }),
    monitor('Backup', 'push', { interval: 3600, pushToken: 'token' }),
    monitor('Router', 'ping', { hostname: '192.0.2.1' }),
    monitor('Closed', 'port', { hostname: 'db.example', port: 23, upsideDown: true }),
    monitor('Clean', 'keyword', { keyword: 'error', invertKeyword: true }),
    monitor('Many', 'json-query', { jsonPath: '$count(items)', expectedValue: '3' }),
  ],
  proxyList: [],
});

export const KUMA_TABLE = `id,name,active,user_id,interval,url,type,weight,hostname,port,created_date,keyword,maxretries,ignore_tls,upside_down,maxredirects,accepted_statuscodes_json,method
1,"Shop, north",1,1,60,https://shop.example,http,2000,,,2026-01-01 10:00:00,,1,1,0,10,"[""200-299""]",GET
2,Db,0,1,60,,port,2000,db.example,5432,2026-01-01 10:00:00,,1,0,0,10,"[""200-299""]",GET
`;

export const GATUS = `
metrics: true
default-endpoint: &defaults
  interval: 1m
  conditions:
    - "[CONNECTED] == true"
    - "[RESPONSE_TIME] < 500"
endpoints:
  - name: site
    group: core
    url: https://site.example/health
    interval: 5m
    conditions:
      - "[STATUS] == any(200, 204)"
      - "[BODY].db.state == UP"
      - "[RESPONSE_TIME] < 300"
  - name: site
    group: edge
    enabled: false
    url: https://edge.example
    headers:
      X-Key: value
    client:
      insecure: true
      ignore-redirect: true
    conditions: ["[STATUS] < 400", "[BODY] == pat(*ready*)"]
  - name: db
    url: tcp://db.example:5432
    <<: *defaults
  - name: name
    url: "192.0.2.53"
    dns:
      query-name: mesh.example.
      query-type: A
    conditions: ["[BODY] == 192.0.2.1", "[DNS_RCODE] == NOERROR"]
  - name: ping
    url: icmp://192.0.2.1
    <<: *defaults
  - name: hidden
    url: https://\${HOST}/health
    <<: *defaults
external-endpoints:
  - name: backup
    token: potato
    heartbeat:
      interval: 1h30m
`;

/** With what its repository's examples have (.examples/ and config.yaml of TwiN/gatus), by other names. */
export const GATUS_EXAMPLES = `
alerting:
  slack: { webhook-url: "https://hooks.example/token" }
endpoints:
  - name: shop
    group: core
    url: "https://shop.example/health"
    interval: 30s
    conditions: ["[STATUS] == 200", "[BODY].status == UP", "[RESPONSE_TIME] < 300"]
    alerts:
      - { type: slack, description: "it failed", send-on-resolved: true }
  - name: facts
    url: "https://facts.example/any"
    interval: 5m
    conditions:
      - "[STATUS] == pat(2*)"
      - "[BODY].deleted == false"
      - "len([BODY].text) > 0"
      - "[CONNECTED] == true"
  - name: domain
    url: "https://shop.example/"
    interval: 1h
    conditions: ["[DOMAIN_EXPIRATION] > 720h"]
  - name: cache
    url: "tcp://127.0.0.1:6379"
    interval: 30s
    conditions: ["[CONNECTED] == true"]
  - name: prices
    url: "prices.example:443"
    grpc: { service: grpc.health.v1.Health, method: Check }
    client: { insecure: true, timeout: 10s }
    interval: 1h
    conditions: ["[BODY].status == SERVING"]
  - name: inside
    url: https://inside
    interval: 30s
    client:
      insecure: true
      tls: { certificate-file: /certs/client.crt, renegotiation: once }
    conditions: ["[STATUS] == 200"]
`;

/** As 1.15 wrote it, and with fields of 1.23 and 2.0 that it had not. */
export const KUMA_VERSIONS = JSON.stringify({
  version: '1.15.1',
  notificationList: [],
  monitorList: [
    {
      ...{
        id: 1,
        name: 'Old',
        url: 'https://old.example',
        method: 'GET',
        type: 'http',
        interval: 20,
      },
      ...{ active: 1, maxretries: 3, upsideDown: false, ignoreTls: false, maxredirects: 10 },
      ...{ accepted_statuscodes: ['200-299'], notificationIDList: {}, proxyId: null },
      tags: [{ id: 2, monitor_id: 1, tag_id: 1, value: null, name: 'web', color: '#059669' }],
    },
    {
      ...{ id: 2, name: 'New', url: 'https://new.example', method: 'HEAD', type: 'http' },
      ...{
        interval: 60,
        retryInterval: 60,
        active: true,
        forceInactive: false,
        maintenance: false,
      },
      ...{ maxretries: 0, accepted_statuscodes: ['200-299'], conditions: [], packetSize: 56 },
      ...{ httpBodyEncoding: 'json', oauth_auth_method: 'client_secret_basic', authMethod: null },
      ...{ kafkaProducerSaslOptions: { mechanism: 'None' }, includeSensitiveData: true },
      ...{ pathName: 'New', tlsCa: null, tags: [], maxredirects: 10 },
    },
    ...['docker', 'mqtt', 'real-browser'].map((type, at) => ({ id: at + 3, name: type, type })),
  ],
});

export const PLAIN_TABLE = `\uFEFFname,address,kind,id,tags,keys
Shop,shop.example,,,eu; shop,x
Db,db.example:5432,,,,
Dock,https://dock.example,mesh,dock,,x
Queue,queue.example,mqtt,,,
Broken,ftp://shop.example,web,,,
`;

export const MESH_FILE = JSON.stringify({
  product: 'Meridian',
  platforms: [
    { id: 'forge', name: 'Forge', domain: 'forge.example' },
    { id: 'dock', name: 'Dock', domain: 'dock.example', address: 'https://dock.example' },
    {
      ...{ id: 'backup', name: 'Backup', domain: 'Backup', kind: 'report', everySec: 60 },
      ...{ graceSec: 60, secret: `sha256:${'0'.repeat(64)}`, paused: true },
    },
  ],
});
