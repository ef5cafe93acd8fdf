import { describe, expect, it } from 'vitest';
import { isHomeServer } from '../../../src/core/providers/homeServer';

describe('a home server', () => {
  it.each([
    'http://localhost:11434/v1',
    'http://LOCALHOST/v1',
    'http://models.localhost:8080',
    'http://127.0.0.1:1234/v1',
    'http://127.1:1234/v1',
    'http://0.0.0.0:8000',
    'http://[::1]:11434/v1',
    'http://[::ffff:192.168.1.20]:11434/v1',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://172.31.255.255:8000',
    'http://192.168.178.20:11434',
    'http://169.254.10.1',
    'http://100.100.3.4:11434',
    'http://[fd12:3456::1]:8000',
    'http://[fe80::1]:8000',
    'https://gpu-box.local/v1',
    'https://gpu-box.local./v1',
    'http://gpu.home.arpa:8000',
    'http://host.docker.internal:11434/v1',
  ])('is told by its address: %s', (url) => {
    expect(isHomeServer(url)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'localhost:11434',
    'https://api.openai.com/v1',
    'https://api.mistral.ai/v1',
    'http://172.32.0.1',
    'http://11.0.0.1',
    'http://100.128.0.1',
    'http://192.169.0.1',
    'http://[2001:db8::1]:8000',
    'https://localhost.example.com/v1',
    'https://notlocal/v1',
    'https://mylocalhost.com',
    'https://10.0.0.1.example.com',
  ])('is none of these: %s', (url) => {
    expect(isHomeServer(url)).toBe(false);
  });
});
