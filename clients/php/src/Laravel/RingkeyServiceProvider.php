<?php

declare(strict_types=1);

namespace Ringkey\Laravel;

use GuzzleHttp\Client;
use GuzzleHttp\Psr7\HttpFactory;
use Illuminate\Support\ServiceProvider;
use Ringkey\Ringkey;

/**
 * Not run by a test: Laravel is none of its tools. `config/services.php`: 'ringkey' => ['url' => env('RINGKEY_URL'),
 * 'key' => env('RINGKEY_KEY')].
 */
final class RingkeyServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->app->singleton(Ringkey::class, static function ($app): Ringkey {
            ['url' => $url, 'key' => $key] = $app['config']['services.ringkey'];
            return new Ringkey($url, $key, new Client(['timeout' => 35]), new HttpFactory());
        });
    }
}
