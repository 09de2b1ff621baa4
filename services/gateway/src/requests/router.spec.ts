import { describe, expect, it } from '@jest/globals';
import { contract } from '@vedette/contract';
import { Router } from './router.ts';

const router = new Router(contract);

describe('the operation that a method and a path name', () => {
  const rows: { name: string; method: string; path: string; found: unknown }[] = [
    { name: 'a collection', method: 'GET', path: '/api/v1/monitors', found: ['listMonitors', {}] },
    { name: 'HEAD is GET', method: 'HEAD', path: '/api/v1/monitors', found: ['listMonitors', {}] },
    {
      name: 'a resource',
      method: 'PATCH',
      path: '/api/v1/monitors/mon_1',
      found: ['updateMonitor', { monitorId: 'mon_1' }],
    },
    {
      name: 'an action',
      method: 'POST',
      path: '/api/v1/monitors/mon_1/pause',
      found: ['pauseMonitor', { monitorId: 'mon_1' }],
    },
    {
      name: 'a parameter stays encoded',
      method: 'GET',
      path: '/api/v1/monitors/a%2Fb',
      found: ['getMonitor', { monitorId: 'a%2Fb' }],
    },
    { name: 'another method', method: 'PUT', path: '/api/v1/monitors', found: ['GET', 'HEAD', 'POST'] },
    { name: 'OPTIONS', method: 'OPTIONS', path: '/api/v1/monitors/mon_1', found: ['GET', 'HEAD', 'PATCH', 'DELETE'] },
    { name: 'a method in lower case', method: 'get', path: '/api/v1/monitors', found: ['GET', 'HEAD', 'POST'] },
    {
      name: 'a method that HTTP does not know',
      method: 'BREW',
      path: '/api/v1/monitors',
      found: ['GET', 'HEAD', 'POST'],
    },
    { name: 'HEAD of an action', method: 'HEAD', path: '/api/v1/monitors/mon_1/pause', found: ['POST'] },
    { name: 'GET of an action', method: 'GET', path: '/api/v1/monitors/mon_1/pause', found: ['POST'] },
    { name: 'another case', method: 'GET', path: '/api/v1/Monitors', found: 'none' },
    { name: 'a trailing slash', method: 'GET', path: '/api/v1/monitors/', found: 'none' },
    { name: 'a double slash', method: 'GET', path: '/api/v1//monitors', found: 'none' },
    { name: 'an encoded letter', method: 'GET', path: '/api/v1/%6Donitors', found: 'none' },
    { name: 'a prefix of a route', method: 'GET', path: '/api/v1', found: 'none' },
    { name: 'beyond a route', method: 'GET', path: '/api/v1/monitors/a/pause/b', found: 'none' },
    { name: 'the root', method: 'GET', path: '/', found: 'none' },
    { name: 'the asterisk', method: 'OPTIONS', path: '*', found: 'none' },
    { name: 'a name of Object.prototype', method: 'GET', path: '/api/v1/constructor', found: 'none' },
  ];
  it.each(rows)('$name', ({ method, path, found }) => {
    const match = router.match(method, path);
    if (match.kind === 'operation') expect([match.operation.id, match.params]).toEqual(found);
    else expect(match.kind === 'method' ? match.allowed : match.kind).toEqual(found);
  });

  it.each(contract.operations.map((operation) => ({ operation, id: operation.id })))('routes $id', ({ operation }) => {
    const path = operation.path.replaceAll(/\{\w+\}/g, 'x');
    expect(router.match(operation.method, path)).toMatchObject({ kind: 'operation', operation: { id: operation.id } });
  });
});
